// Compiled for avx2 (see CMakeLists.txt).
#include "ramet/random/internal/kernels.hpp"

#if defined(__AVX2__)

#define RAMET_RANDOM_MACHINE avx2
#include "ramet/random/internal/vector_kernels.hpp"

namespace ramet::inline v1::random::internal {

const Kernels* kernels_of_avx2() noexcept {
  const bool can_run = __builtin_cpu_supports("avx2") != 0;
  return can_run ? &avx2::all_kernels : nullptr;
}

}  // namespace ramet::inline v1::random::internal

#else

namespace ramet::inline v1::random::internal {

const Kernels* kernels_of_avx2() noexcept { return nullptr; }

}  // namespace ramet::inline v1::random::internal

#endif
