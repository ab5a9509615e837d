#pragma once

#include <cstdint>

namespace ramet::inline v1 {

/// Receives the progress of a long operation. The caller passes it in; there is no default one. Threads: `advance` is
/// called from several threads at once.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  /// `entries` entries and `bytes` uncompressed bytes were processed since the last call.
  virtual void advance(std::uint64_t entries, std::uint64_t bytes) = 0;
};

}  // namespace ramet::inline v1
