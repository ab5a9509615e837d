#include "ramet/expr/internal/run/math/math_kernels.hpp"

#define RAMET_MATH_MACHINE any
#if defined(__SSE2__)
#define RAMET_MATH(name, errors) Sleef_cinz_##name##d2_##errors##sse2
#define RAMET_MATH_VECTOR __m128d
#else
#define RAMET_MATH(name, errors) Sleef_cinz_##name##d1_##errors##purec
#define RAMET_MATH_VECTOR double
#endif
#include "ramet/expr/internal/run/math/math_loops.hpp"

namespace ramet::inline v1::expr {

namespace internal {

const MathKernels& math_kernels_of_any_machine() noexcept { return any::kernels; }

}  // namespace internal

ElementKernel math_kernel(ElementOperation operation, NumberType type) noexcept {
  if (type != NumberType::float64) return nullptr;
  const internal::MathKernels* kernels = internal::math_kernels_of_avx512();
  if (kernels == nullptr) kernels = internal::math_kernels_of_avx();
  if (kernels == nullptr) kernels = &internal::math_kernels_of_any_machine();
  for (std::size_t k = 0; k < internal::math_operations.size(); ++k)
    if (internal::math_operations[k] == operation) return (*kernels)[k];
  return nullptr;
}

}  // namespace ramet::inline v1::expr
