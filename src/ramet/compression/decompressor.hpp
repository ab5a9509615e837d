#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ramet::inline v1::compression {

/// Decompresses records. Creates the codecs' states when they are first needed and reuses them. Threads: one thread
/// (keep several in an ObjectPool).
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;

  /// Decompress the blocks of `packed` to exactly fill `plain`; the two do not overlap. Throws Error(corrupt) on a
  /// wrong header, size or checksum, Error(unsupported) on an unknown algorithm; messages have the offset of the block
  /// in `packed`. After an Error the contents of `plain` are unspecified. Safe for any input.
  void decompress(std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  struct States;
  std::unique_ptr<States> states_;
};

}  // namespace ramet::inline v1::compression
