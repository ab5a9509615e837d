#include "ramet/compression/internal/lz4_codec.hpp"

#include <cstdint>

#include <lz4.h>
#include <lz4hc.h>

#include "ramet/bytes/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression::internal {
namespace {

constexpr std::size_t checksum_size = 8;
constexpr int first_strong_level = 4;

void* state_of(bytes::Buffer& state, int size) {
  if (state.empty()) state.resize(static_cast<std::size_t>(size));
  return state.data();
}

}  // namespace

std::size_t Lz4Encoder::encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level) {
  if (packed.size() <= checksum_size) return 0;
  const auto body = packed.subspan(checksum_size);
  const auto* from = reinterpret_cast<const char*>(plain.data());
  auto* to = reinterpret_cast<char*>(body.data());
  const int from_size = static_cast<int>(plain.size());  // a block is smaller than 16 MiB
  const int to_size = static_cast<int>(body.size());
  const int size = level < first_strong_level ? LZ4_compress_fast_extState(state_of(fast_state_, LZ4_sizeofState()),
                                                                           from, to, from_size, to_size, 1)
                                              : LZ4_compress_HC_extStateHC(state_of(strong_state_, LZ4_sizeofStateHC()),
                                                                           from, to, from_size, to_size, level);
  if (size <= 0) return 0;
  const auto body_size = static_cast<std::size_t>(size);
  bytes::store_big_endian(packed.data(), bytes::xxh64(body.first(body_size)));
  return checksum_size + body_size;
}

void decode_lz4(std::span<const std::byte> packed, std::span<std::byte> plain) {
  if (packed.size() < checksum_size)
    fail(ErrorKind::corrupt, "an lz4 block begins with a checksum of {} bytes, {} are left", checksum_size,
         packed.size());
  const auto body = packed.subspan(checksum_size);
  const auto stored = bytes::load_big_endian<std::uint64_t>(packed.data());
  if (const auto computed = bytes::xxh64(body); computed != stored)
    fail(ErrorKind::corrupt, "the lz4 block's checksum is {:#018x}, its bytes give {:#018x}", stored, computed);
  const int made =
      LZ4_decompress_safe(reinterpret_cast<const char*>(body.data()), reinterpret_cast<char*>(plain.data()),
                          static_cast<int>(body.size()), static_cast<int>(plain.size()));
  if (made < 0) fail(ErrorKind::corrupt, "the lz4 block is damaged around its byte {}", -made);
  if (static_cast<std::size_t>(made) != plain.size())
    fail(ErrorKind::corrupt, "the lz4 block makes {} bytes, the block's header says {}", made, plain.size());
}

}  // namespace ramet::inline v1::compression::internal
