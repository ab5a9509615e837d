#include "ramet/compression/internal/lzma_codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>

#include <lzma.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression::internal {

struct LzmaStream {
  lzma_stream stream = LZMA_STREAM_INIT;
};

void FreeLzmaStream::operator()(LzmaStream* stream) const noexcept {
  lzma_end(&stream->stream);
  delete stream;
}

namespace {

// Level 9 has the largest dictionary of the presets, 64 MiB; no block needs more than 16.
constexpr std::uint64_t decoder_memory_limit = 80U << 20;

lzma_stream& stream_of(std::unique_ptr<LzmaStream, FreeLzmaStream>& owner) {
  if (!owner) owner.reset(new LzmaStream);
  return owner->stream;
}

lzma_ret run(lzma_stream& stream, std::span<const std::byte> from, std::span<std::byte> to) noexcept {
  stream.next_in = reinterpret_cast<const std::uint8_t*>(from.data());
  stream.avail_in = from.size();
  stream.next_out = reinterpret_cast<std::uint8_t*>(to.data());
  stream.avail_out = to.size();
  return lzma_code(&stream, LZMA_FINISH);
}

}  // namespace

std::size_t LzmaEncoder::encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  lzma_stream& stream = stream_of(stream_);
  lzma_options_lzma options;
  if (lzma_lzma_preset(&options, static_cast<std::uint32_t>(level)))
    detail::fail(ErrorKind::unsupported, "liblzma has no preset {}", level);
  // Setting up a preset's dictionary (8 MiB at level 6) takes longer than compressing a small block. With a power of
  // two, blocks of similar size share the encoder's tables.
  const auto needed =
      std::bit_ceil(std::max<std::uint32_t>(static_cast<std::uint32_t>(plain.size()), LZMA_DICT_SIZE_MIN));
  options.dict_size = std::min(options.dict_size, needed);
  const std::array<lzma_filter, 2> filters{{{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
  lzma_ret result = lzma_stream_encoder(&stream, filters.data(), LZMA_CHECK_CRC32);
  if (result == LZMA_OK) result = run(stream, plain, packed);
  switch (result) {
    case LZMA_STREAM_END:
      return packed.size() - stream.avail_out;
    case LZMA_OK:
    case LZMA_BUF_ERROR:
      return 0;
    case LZMA_MEM_ERROR:
      throw std::bad_alloc();
    default:
      detail::fail(ErrorKind::unsupported, "liblzma does not compress {} bytes at level {} (result {})", plain.size(),
                   level, static_cast<int>(result));
  }
}

void LzmaDecoder::decode(std::span<const std::byte> packed, std::span<std::byte> plain) {
  lzma_stream& stream = stream_of(stream_);
  lzma_ret result = lzma_stream_decoder(&stream, decoder_memory_limit, 0);
  if (result == LZMA_OK) result = run(stream, packed, plain);
  if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
  if (result == LZMA_MEMLIMIT_ERROR)
    detail::fail(ErrorKind::corrupt, "the xz stream needs {} bytes of memory, the limit is {}", lzma_memusage(&stream),
                 decoder_memory_limit);
  if (result != LZMA_STREAM_END)
    detail::fail(ErrorKind::corrupt, "the xz stream is damaged after {} bytes in and {} out (result {} of liblzma)",
                 stream.total_in, stream.total_out, static_cast<int>(result));
  if (stream.avail_in > 0 || stream.avail_out > 0)
    detail::fail(ErrorKind::corrupt, "the xz stream ends after {} of {} bytes in and {} of {} out", stream.total_in,
                 packed.size(), stream.total_out, plain.size());
}

}  // namespace ramet::inline v1::compression::internal
