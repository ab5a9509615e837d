#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/core/stop.hpp"

namespace ramet::inline v1::io {

class Traffic;

/// Limits on one request to a source. Threads: a value.
struct ReadRunLimits {
  std::uint64_t largest_gap;  ///< bytes between two pieces that one request may read and drop
  std::uint64_t most_bytes;   ///< a single piece may be larger
  std::size_t most_pieces;
};

/// How to read ahead from a source whose requests take long. Threads: a value.
struct ReadAhead {
  ReadRunLimits request{
      .largest_gap = std::uint64_t{64} << 10U, .most_bytes = std::uint64_t{8} << 20U, .most_pieces = 1024};
  std::uint64_t most_bytes = std::uint64_t{64} << 20U;  ///< requested and not yet used; a single task may need more
  Traffic* traffic = nullptr;                           ///< of the source, which keeps it: where gaps are noted
};

/// Reads that were requested from a source and may still be in progress. Threads: `wait` and `cancel` from any.
class Transfer {
 public:
  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  /// Afterwards nothing is written to the pieces' memory any more.
  virtual ~Transfer() = default;

  /// Return when the piece of this number, in the order of submission, is in its memory. If reading it failed, every
  /// call throws the error; Error(io) as the source's read_at. Sources that look at `stop` meanwhile throw
  /// Error(cancelled) when it is requested.
  virtual void wait(std::size_t piece, const StopToken& stop) = 0;

  /// End what is in progress: waiting for a piece that has not arrived throws Error(cancelled). Default: does nothing,
  /// for sources that cannot.
  virtual void cancel() noexcept {}
};

}  // namespace ramet::inline v1::io
