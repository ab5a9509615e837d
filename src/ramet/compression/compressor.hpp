#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/settings.hpp"

namespace ramet::inline v1::compression {

/// Compresses; holds the codecs' states, made when first needed, and reuses them.
/// Threads: one thread (lend them from an ObjectPool).
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  /// Append `plain` to `out` as compressed blocks and return true; or append nothing and return false when the result
  /// would not be smaller, in which case the format wants the plain bytes. `plain` does not lie in `out`. With zstd the
  /// frames carry their content checksum. Where no part of `plain` repeats, the quickest way that makes the same size
  /// (to 1 %) is taken, whatever the level; where nothing else could shrink it either, no codec runs. Throws
  /// Error(unsupported) for Algorithm::old, Error(misuse) for a level outside of 0..9; what is in `out` stays as it
  /// was.
  bool compress(std::span<const std::byte> plain, Settings settings, bytes::Buffer& out);

 private:
  struct States;
  std::unique_ptr<States> states_;
};

}  // namespace ramet::inline v1::compression
