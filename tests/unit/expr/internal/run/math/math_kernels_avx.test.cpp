#include "unit/expr/internal/run/math/machine.hpp"

using namespace ramet;

TEST_CASE("mathematical functions of AVX registers give the bits of any machine's") {
  sample::check_machine(expr::internal::math_kernels_of_avx());
}
