#include <doctest/doctest.h>

#include "ramet/random/internal/kernels.hpp"

using namespace ramet::random::internal;

TEST_CASE("kernels of avx2: where the machine has it, they are not those of any machine") {
  const Kernels* kernels = kernels_of_avx2();
  if (kernels == nullptr) return;
  CHECK((kernels->blocks != kernels_of_any_machine().blocks));
  CHECK((kernels->normals != kernels_of_any_machine().normals));
}
