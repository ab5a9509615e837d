#include "ramet/random/internal/kernels.hpp"

#define RAMET_RANDOM_MACHINE any_machine
#include "ramet/random/internal/vector_kernels.hpp"

namespace ramet::inline v1::random::internal {

const Kernels& kernels_of_any_machine() noexcept { return any_machine::all_kernels; }

const Kernels& fastest_kernels() noexcept {
  if (const Kernels* kernels = kernels_of_avx512()) return *kernels;
  if (const Kernels* kernels = kernels_of_avx2()) return *kernels;
  return kernels_of_any_machine();
}

}  // namespace ramet::inline v1::random::internal
