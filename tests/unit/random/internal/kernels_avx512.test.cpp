#include <doctest/doctest.h>

#include "ramet/random/internal/kernels.hpp"

using namespace ramet::random::internal;

TEST_CASE("kernels of avx512: where the machine has it, they are not those of any machine") {
  const Kernels* kernels = kernels_of_avx512();
  if (kernels == nullptr) return;
  CHECK((kernels->blocks != kernels_of_any_machine().blocks));
  CHECK((kernels->normals != kernels_of_any_machine().normals));
}

TEST_CASE("kernels of avx512: a machine that has them runs them") {
  if (kernels_of_avx512() != nullptr) CHECK(&fastest_kernels() == kernels_of_avx512());
}
