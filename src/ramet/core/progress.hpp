#pragma once

#include <cstdint>

namespace ramet::inline v1 {

/// Is told how far a long operation has come. Passed in by whoever wants to know; there is no default one.
/// Threads: `advance` is called from many at once.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  /// `entries` and `bytes` (uncompressed) were done since the last call.
  virtual void advance(std::uint64_t entries, std::uint64_t bytes) = 0;
};

}  // namespace ramet::inline v1
