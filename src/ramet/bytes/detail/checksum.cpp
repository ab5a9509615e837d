#include "ramet/bytes/detail/checksum.hpp"

#include <algorithm>

#include "ramet/bytes/endian.hpp"
#include "ramet/bytes/internal/xxh3_avx2.hpp"

#define XXH_INLINE_ALL  // inlined, it runs five times as fast as from the shared library
#include <xxhash.h>

namespace ramet::inline v1::bytes {
namespace {

// Smaller inputs take a code path of xxHash that has no vectors (XXH3_MIDSIZE_MAX).
constexpr std::size_t smallest_for_vectors = 241;

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept { return XXH64(bytes.data(), bytes.size(), 0); }

std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() >= smallest_for_vectors && internal::has_xxh3_avx2())
    return internal::xxh3_avx2(bytes.data(), bytes.size());
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::optional<std::size_t> find_end_by_xxh3(std::span<const std::byte> bytes, std::size_t most) noexcept {
  constexpr std::size_t checksum_size = sizeof(std::uint64_t);
  if (bytes.size() <= checksum_size) return std::nullopt;
  XXH3_state_t state;
  XXH3_INITSTATE(&state);
  XXH3_64bits_reset(&state);
  const std::size_t last = std::min(most, bytes.size() - checksum_size);
  for (std::size_t size = 1; size <= last; ++size) {
    XXH3_64bits_update(&state, bytes.data() + size - 1, 1);
    if (XXH3_64bits_digest(&state) == load_little_endian<std::uint64_t>(bytes.data() + size)) return size;
  }
  return std::nullopt;
}

}  // namespace ramet::inline v1::bytes
