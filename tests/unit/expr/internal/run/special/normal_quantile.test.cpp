#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "ramet/expr/internal/run/special/distributions.hpp"

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("the normal quantile and the inverse error functions") {
  for (const double p : {1e-300, 1e-12, 0.01, 0.3, 0.5, 0.7, 0.999})
    CHECK(0.5 * std::erfc(-normal_quantile(p) / std::numbers::sqrt2) == Approx(p).epsilon(1e-12));
  CHECK(normal_quantile(1) == 0);  // as TMath has it
  for (const double x : {-0.9, -1e-9, 0.3, 0.99}) CHECK(std::erf(erf_inverse(x)) == Approx(x).epsilon(1e-14));
  CHECK(std::erfc(erfc_inverse(0.3)) == Approx(0.3).epsilon(1e-14));
  CHECK(erf_inverse(2) == 0);
}
