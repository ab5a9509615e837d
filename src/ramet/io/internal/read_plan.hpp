#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/read_ahead.hpp"

namespace ramet::inline v1::io {

/// Pieces that one request fills: bytes [offset, offset + size) of the source. Threads: a value.
struct ReadRun {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::span<const ReadPiece> pieces;  ///< in order of offset, none overlapping; gaps may lie between them
};

/// A vectored read with as few requests as the limits allow: pieces in order of offset, neighbours joined into runs.
/// Empty pieces are left out. Threads: immutable.
class ReadPlan {
 public:
  /// The pieces must lie inside a source (`ByteSource::require_range`), so that their ends do not overflow.
  ReadPlan(std::span<const ReadPiece> pieces, const ReadRunLimits& limits);
  ReadPlan(ReadPlan&&) noexcept = default;
  ReadPlan& operator=(ReadPlan&&) noexcept = default;
  ReadPlan(const ReadPlan&) = delete;  // runs borrow from pieces_
  ReadPlan& operator=(const ReadPlan&) = delete;

  std::span<const ReadRun> runs() const noexcept { return runs_; }

 private:
  std::vector<ReadPiece> pieces_;
  std::vector<ReadRun> runs_;
};

}  // namespace ramet::inline v1::io
