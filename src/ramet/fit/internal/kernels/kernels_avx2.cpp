// Compiled for avx2 (see CMakeLists.txt).
#include "ramet/fit/internal/kernels/kernels.hpp"

#if defined(__AVX2__)

#define RAMET_RANDOM_MACHINE avx2
#include "ramet/fit/internal/kernels/vector_kernels.hpp"

namespace ramet::inline v1::fit::internal {

const Kernels* kernels_of_avx2() noexcept {
  const bool can_run = __builtin_cpu_supports("avx2") != 0;
  return can_run ? &avx2::all_kernels : nullptr;
}

}  // namespace ramet::inline v1::fit::internal

#else

namespace ramet::inline v1::fit::internal {

const Kernels* kernels_of_avx2() noexcept { return nullptr; }

}  // namespace ramet::inline v1::fit::internal

#endif
