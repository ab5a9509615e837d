#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::io {

/// A source of which some bytes were asked for ahead. What lies inside of these is there when it was waited for, as a
/// view, and costs no request; all else goes to the source itself. Threads: any.
class FetchedSource final : public ByteSource {
 public:
  /// Ask for the extents: neighbours joined as the limits allow, what overlaps once, what the source has in memory not
  /// at all. Extents that reach past the end are left out: who reads them gets the error. `source` outlives this.
  /// Throws std::bad_alloc; all else when the bytes are needed.
  FetchedSource(const ByteSource& source, std::span<const Extent> extents, const ReadRunLimits& limits);

  const std::string& name() const noexcept override { return source_.name(); }
  std::uint64_t size() const noexcept override { return source_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const ReadPiece> pieces) const override;
  std::optional<ReadAhead> read_ahead() const noexcept override { return source_.read_ahead(); }
  std::unique_ptr<Transfer> submit(std::vector<ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override;
  std::shared_ptr<const ByteSource> open_beside(const std::string& file) const override;

  /// Bytes asked for, gaps included.
  std::uint64_t byte_count() const noexcept { return byte_count_; }

 private:
  /// Bytes of one request.
  struct Run {
    std::uint64_t offset = 0;
    bytes::Buffer bytes;
  };

  /// The bytes, waited for, if they were asked for.
  std::optional<std::span<const std::byte>> fetched(std::uint64_t offset, std::uint64_t size) const;

  const ByteSource& source_;
  std::vector<Run> runs_;  // in order of offset, none overlapping
  std::uint64_t byte_count_ = 0;
  std::unique_ptr<Transfer> transfer_;  // behind runs_, whose memory it writes to
};

/// The same source, with the file's first and last bytes asked for if its answers take long: header, key list, streamer
/// infos and descriptions of trees and ntuples are there in nearly all files. Else the source itself.
std::shared_ptr<const ByteSource> with_ends_fetched(std::shared_ptr<const ByteSource> source);

}  // namespace ramet::inline v1::io
