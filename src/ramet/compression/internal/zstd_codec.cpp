#include "ramet/compression/internal/zstd_codec.hpp"

#include <algorithm>
#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression::internal {

void ZstdEncoder::Free::operator()(ZSTD_CCtx_s* context) const noexcept { ZSTD_freeCCtx(context); }

std::size_t ZstdEncoder::encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  if (!context_) {
    context_.reset(ZSTD_createCCtx());
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }
  // A level of ROOT is two of zstd's (core/zstd/src/ZipZSTD.cxx).
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, std::max(2 * level, 1));
  const std::size_t result = ZSTD_compress2(context_.get(), packed.data(), packed.size(), plain.data(), plain.size());
  if (!ZSTD_isError(result)) return result;
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_dstSize_tooSmall:
      return 0;
    case ZSTD_error_memory_allocation:
      throw std::bad_alloc();
    default:
      detail::fail(ErrorKind::unsupported, "zstd does not compress {} bytes at level {}: {}", plain.size(), 2 * level,
                   ZSTD_getErrorName(result));
  }
}

void ZstdDecoder::Free::operator()(ZSTD_DCtx_s* context) const noexcept { ZSTD_freeDCtx(context); }

void ZstdDecoder::decode(std::span<const std::byte> packed, std::span<std::byte> plain) {
  if (!context_) context_.reset(ZSTD_createDCtx());
  if (!context_) throw std::bad_alloc();
  const std::size_t result =
      ZSTD_decompressDCtx(context_.get(), plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(result)) {
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    detail::fail(ErrorKind::corrupt, "the zstd frame is damaged ({})", ZSTD_getErrorName(result));
  }
  if (result != plain.size())
    detail::fail(ErrorKind::corrupt, "the zstd frame decompresses to {} bytes, the block's header says {}", result,
                 plain.size());
}

}  // namespace ramet::inline v1::compression::internal
