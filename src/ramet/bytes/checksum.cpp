#include "ramet/bytes/checksum.hpp"

#define XXH_INLINE_ALL  // header-inlined it runs five times as fast as through the shared library
#include <xxhash.h>

namespace ramet::inline v1::bytes {

std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept { return XXH64(bytes.data(), bytes.size(), 0); }

std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace ramet::inline v1::bytes
