#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ramet::inline v1::compression::internal {

/// liblzma's lzma_stream, hidden from this header.
struct LzmaStream;
struct FreeLzmaStream {
  void operator()(LzmaStream* stream) const noexcept;
};

/// Writes .xz streams of one LZMA2 block and a CRC-32. Reuses the large tables. Threads: one thread.
class LzmaEncoder {
 public:
  /// The number of bytes written to `packed`, or 0 when they do not fit. `level` is xz's, 1..9.
  std::size_t encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level);

 private:
  std::unique_ptr<LzmaStream, FreeLzmaStream> stream_;
};

/// Decompresses .xz streams and checks their checksum. Threads: one thread.
class LzmaDecoder {
 public:
  /// Throws Error(corrupt) unless all of `packed` decompresses to exactly fill `plain`.
  void decode(std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  std::unique_ptr<LzmaStream, FreeLzmaStream> stream_;
};

}  // namespace ramet::inline v1::compression::internal
