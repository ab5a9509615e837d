#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

struct libdeflate_compressor;
struct libdeflate_decompressor;

namespace ramet::inline v1::compression::internal {

/// Writes zlib streams; keeps one compressor for each level used. Threads: one thread.
class DeflateEncoder {
 public:
  /// The number of bytes written to `packed`, or 0 when they do not fit. `level` is 1..9.
  std::size_t encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level);

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const noexcept;
  };
  std::array<std::unique_ptr<libdeflate_compressor, Free>, 9> compressors_;
};

/// Decompresses zlib streams, and the bare deflate streams of the old format. Threads: one thread.
class DeflateDecoder {
 public:
  /// Throws Error(corrupt) unless all of `packed` decompresses to exactly fill `plain`.
  void decode_zlib(std::span<const std::byte> packed, std::span<std::byte> plain);
  void decode_bare(std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  struct Free {
    void operator()(libdeflate_decompressor* decompressor) const noexcept;
  };
  libdeflate_decompressor* decompressor();
  std::unique_ptr<libdeflate_decompressor, Free> decompressor_;
};

}  // namespace ramet::inline v1::compression::internal
