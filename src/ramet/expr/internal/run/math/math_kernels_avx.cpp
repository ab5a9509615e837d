#include "ramet/expr/internal/run/math/math_kernels.hpp"

#if defined(__AVX__)
#define RAMET_MATH_MACHINE avx
#define RAMET_MATH(name, errors) Sleef_cinz_##name##d4_##errors##avx
#define RAMET_MATH_VECTOR __m256d
#include "ramet/expr/internal/run/math/math_loops.hpp"
#endif

namespace ramet::inline v1::expr::internal {

const MathKernels* math_kernels_of_avx() noexcept {
#if defined(__AVX__)
  if (__builtin_cpu_supports("avx") != 0) return &avx::kernels;
#endif
  return nullptr;
}

}  // namespace ramet::inline v1::expr::internal
