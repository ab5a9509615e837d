#include "ramet/expr/internal/run/math/math_kernels.hpp"

#if defined(__AVX512F__)
#define RAMET_MATH_MACHINE avx512
#define RAMET_MATH(name, errors) Sleef_cinz_##name##d8_##errors##avx512fnofma
#define RAMET_MATH_VECTOR __m512d
#include "ramet/expr/internal/run/math/math_loops.hpp"
#endif

namespace ramet::inline v1::expr::internal {

const MathKernels* math_kernels_of_avx512() noexcept {
#if defined(__AVX512F__)
  if (__builtin_cpu_supports("avx512f") != 0) return &avx512::kernels;
#endif
  return nullptr;
}

}  // namespace ramet::inline v1::expr::internal
