// Compiled for avx512 (see CMakeLists.txt).
#include "ramet/fit/internal/kernels/kernels.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__)

#define RAMET_RANDOM_MACHINE avx512
#include "ramet/fit/internal/kernels/vector_kernels.hpp"

namespace ramet::inline v1::fit::internal {

const Kernels* kernels_of_avx512() noexcept {
  const bool can_run = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0;
  return can_run ? &avx512::all_kernels : nullptr;
}

}  // namespace ramet::inline v1::fit::internal

#else

namespace ramet::inline v1::fit::internal {

const Kernels* kernels_of_avx512() noexcept { return nullptr; }

}  // namespace ramet::inline v1::fit::internal

#endif
