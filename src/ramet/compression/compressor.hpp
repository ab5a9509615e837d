#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/settings.hpp"

namespace ramet::inline v1::compression {

/// Compresses records. Creates the codecs' states when they are first needed and reuses them. Threads: one thread (keep
/// several in an ObjectPool).
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  /// Append `plain` to `out` as compressed blocks and return true. If the result would not be smaller, append nothing
  /// and return false; the format then requires the uncompressed bytes. `plain` must not lie in `out`. Frames of zstd
  /// have a content checksum. If no part of `plain` repeats, the fastest level is used that gives the same size (to 1
  /// %); if no codec could shrink it, none runs. Throws Error(unsupported) for Algorithm::old, Error(misuse) for a
  /// level outside of 0..9; `out` is then unchanged.
  bool compress(std::span<const std::byte> plain, Settings settings, bytes::Buffer& out);

 private:
  struct States;
  std::unique_ptr<States> states_;
};

}  // namespace ramet::inline v1::compression
