#include <doctest/doctest.h>

#include "ramet/fit/internal/kernels/kernels.hpp"

using namespace ramet::fit::internal;

TEST_CASE("kernels of fits, avx2: where the machine has it, they are not those of any machine") {
  const Kernels* const kernels = kernels_of_avx2();
  if (kernels == nullptr) return;
  CHECK((kernels->mix != kernels_of_any_machine().mix));
  CHECK((kernels->multiply != kernels_of_any_machine().multiply));
}
