#include "ramet/fit/internal/kernels/kernels.hpp"

#define RAMET_RANDOM_MACHINE any_machine
#include "ramet/fit/internal/kernels/vector_kernels.hpp"

namespace ramet::inline v1::fit::internal {

const Kernels& kernels_of_any_machine() noexcept { return any_machine::all_kernels; }

const Kernels& fastest_kernels() noexcept {
  if (const Kernels* kernels = kernels_of_avx512()) return *kernels;
  if (const Kernels* kernels = kernels_of_avx2()) return *kernels;
  return kernels_of_any_machine();
}

}  // namespace ramet::inline v1::fit::internal
