#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("formulas promote and go through lists") {
  CHECK(sample::values("DeltaR2(x, x, x, x)") == "0 0 0");
  CHECK(sample::values("DeltaR2(v, v, v, v)") == "[0,0,0] [] [0]");
}
