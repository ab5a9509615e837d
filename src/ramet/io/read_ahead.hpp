#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::io {

/// What one request of a source may be. Threads: a value.
struct ReadRunLimits {
  std::uint64_t largest_gap;  ///< bytes between two pieces that are cheaper to read and drop than to ask again
  std::uint64_t most_bytes;   ///< a single piece may be larger
  std::size_t most_pieces;
};

/// How a source wants to be asked whose answers take long. Threads: a value.
struct ReadAhead {
  ReadRunLimits request{
      .largest_gap = std::uint64_t{64} << 10U, .most_bytes = std::uint64_t{8} << 20U, .most_pieces = 1024};
  std::uint64_t most_bytes = std::uint64_t{64} << 20U;  ///< asked for and not yet used; a single task may need more
};

/// Reads that a source was asked for and that may still be under way. Threads: `wait` from any.
class Transfer {
 public:
  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  /// Nothing is written to the pieces' memory any more.
  virtual ~Transfer() = default;

  /// Return when that piece, in the order in which they were submitted, is in its memory. Throws what went wrong with
  /// it, each time; Error(io) as the source's read_at.
  virtual void wait(std::size_t piece) = 0;
};

}  // namespace ramet::inline v1::io
