// Compiled for AVX2 (see CMakeLists.txt). Do not include headers with inline functions here: the linker may keep this
// file's copy of such a function for the whole program, which then fails on machines without AVX2.
#include "ramet/bytes/internal/xxh3_avx2.hpp"

#ifdef __AVX2__

#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_AVX2
#include <xxhash.h>

namespace ramet::inline v1::bytes::internal {

bool has_xxh3_avx2() noexcept { return __builtin_cpu_supports("avx2") != 0; }

std::uint64_t xxh3_avx2(const void* bytes, std::size_t size) noexcept { return XXH3_64bits(bytes, size); }

}  // namespace ramet::inline v1::bytes::internal

#else

namespace ramet::inline v1::bytes::internal {

bool has_xxh3_avx2() noexcept { return false; }

std::uint64_t xxh3_avx2(const void* /*bytes*/, std::size_t /*size*/) noexcept { return 0; }

}  // namespace ramet::inline v1::bytes::internal

#endif
