#include "ramet/compression/internal/deflate_codec.hpp"

#include <new>

#include <libdeflate.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression::internal {
namespace {

void check(libdeflate_result result, std::size_t consumed, std::size_t packed_size) {
  switch (result) {
    case LIBDEFLATE_SUCCESS:
      if (consumed != packed_size)
        detail::fail(ErrorKind::corrupt, "the deflate stream ends after {} of its {} bytes", consumed, packed_size);
      return;
    case LIBDEFLATE_SHORT_OUTPUT:
      detail::fail(ErrorKind::corrupt, "the deflate stream decompresses to fewer bytes than the block's header says");
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      detail::fail(ErrorKind::corrupt, "the deflate stream decompresses to more bytes than the block's header says");
    case LIBDEFLATE_BAD_DATA:
      break;
  }
  detail::fail(ErrorKind::corrupt, "the deflate stream is damaged, or its checksum does not match");
}

}  // namespace

void DeflateEncoder::Free::operator()(libdeflate_compressor* compressor) const noexcept {
  libdeflate_free_compressor(compressor);
}

std::size_t DeflateEncoder::encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  auto& compressor = compressors_.at(static_cast<std::size_t>(level - 1));
  if (!compressor) compressor.reset(libdeflate_alloc_compressor(level));
  if (!compressor) throw std::bad_alloc();
  return libdeflate_zlib_compress(compressor.get(), plain.data(), plain.size(), packed.data(), packed.size());
}

void DeflateDecoder::Free::operator()(libdeflate_decompressor* decompressor) const noexcept {
  libdeflate_free_decompressor(decompressor);
}

libdeflate_decompressor* DeflateDecoder::decompressor() {
  if (!decompressor_) decompressor_.reset(libdeflate_alloc_decompressor());
  if (!decompressor_) throw std::bad_alloc();
  return decompressor_.get();
}

void DeflateDecoder::decode_zlib(std::span<const std::byte> packed, std::span<std::byte> plain) {
  std::size_t consumed = 0;
  const auto result = libdeflate_zlib_decompress_ex(decompressor(), packed.data(), packed.size(), plain.data(),
                                                    plain.size(), &consumed, nullptr);
  check(result, consumed, packed.size());
}

void DeflateDecoder::decode_bare(std::span<const std::byte> packed, std::span<std::byte> plain) {
  std::size_t consumed = 0;
  const auto result = libdeflate_deflate_decompress_ex(decompressor(), packed.data(), packed.size(), plain.data(),
                                                       plain.size(), &consumed, nullptr);
  check(result, consumed, packed.size());
}

}  // namespace ramet::inline v1::compression::internal
