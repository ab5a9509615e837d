#include "ramet/compression/internal/lz4_codec.hpp"

#include <cstdint>
#include <new>

#include <lz4.h>
#include <lz4hc.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression::internal {
namespace {

constexpr std::size_t checksum_size = 8;

int compress_fast(bytes::Buffer& state, std::span<const std::byte> plain, std::span<std::byte> packed) {
  if (state.empty()) state.resize(static_cast<std::size_t>(LZ4_sizeofState()));
  return LZ4_compress_fast_extState(state.data(), reinterpret_cast<const char*>(plain.data()),
                                    reinterpret_cast<char*>(packed.data()), static_cast<int>(plain.size()),
                                    static_cast<int>(packed.size()), 1);
}

// Uses the streaming interface, because only resetting a stream avoids clearing its 256 KiB of tables for each block.
int compress_strong(LZ4_streamHC_t* state, std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  LZ4_resetStreamHC_fast(state, level);
  return LZ4_compress_HC_continue(state, reinterpret_cast<const char*>(plain.data()),
                                  reinterpret_cast<char*>(packed.data()), static_cast<int>(plain.size()),
                                  static_cast<int>(packed.size()));
}

}  // namespace

void Lz4Encoder::Free::operator()(LZ4_streamHC_u* state) const noexcept { LZ4_freeStreamHC(state); }

std::size_t Lz4Encoder::encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  if (packed.size() <= checksum_size) return 0;
  const auto body = packed.subspan(checksum_size);
  int size = 0;
  if (level < first_strong_lz4_level) {
    size = compress_fast(fast_state_, plain, body);
  } else {
    if (!strong_state_) strong_state_.reset(LZ4_createStreamHC());
    if (!strong_state_) throw std::bad_alloc();
    size = compress_strong(strong_state_.get(), plain, body, level);
  }
  if (size <= 0) return 0;
  const auto body_size = static_cast<std::size_t>(size);
  bytes::store_big_endian(packed.data(), bytes::xxh64(body.first(body_size)));
  return checksum_size + body_size;
}

void decode_lz4(std::span<const std::byte> packed, std::span<std::byte> plain) {
  if (packed.size() < checksum_size)
    detail::fail(ErrorKind::corrupt, "an lz4 block begins with a checksum of {} bytes, {} are left", checksum_size,
                 packed.size());
  const auto body = packed.subspan(checksum_size);
  const auto stored = bytes::load_big_endian<std::uint64_t>(packed.data());
  if (const auto computed = bytes::xxh64(body); computed != stored)
    detail::fail(ErrorKind::corrupt, "the lz4 block's checksum is {:#018x}, its bytes give {:#018x}", stored, computed);
  const int made =
      LZ4_decompress_safe(reinterpret_cast<const char*>(body.data()), reinterpret_cast<char*>(plain.data()),
                          static_cast<int>(body.size()), static_cast<int>(plain.size()));
  if (made < 0) detail::fail(ErrorKind::corrupt, "the lz4 block is damaged around its byte {}", -made);
  if (static_cast<std::size_t>(made) != plain.size())
    detail::fail(ErrorKind::corrupt, "the lz4 block decompresses to {} bytes, the block's header says {}", made,
                 plain.size());
}

}  // namespace ramet::inline v1::compression::internal
