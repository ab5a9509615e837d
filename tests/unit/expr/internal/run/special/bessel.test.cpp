#include "ramet/expr/internal/run/special/bessel.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("modified Bessel functions have their known values, and their Wronskian") {
  CHECK(bessel_i(0, 1) == Approx(1.2660658777520084).epsilon(1e-14));
  CHECK(bessel_k(0, 1) == Approx(0.42102443824070834).epsilon(1e-14));
  for (const double x : {0.01, 0.5, 3., 40., 600.})
    for (const int n : {0, 1, 5})
      CHECK(bessel_i(n, x) * bessel_k(n + 1, x) + bessel_i(n + 1, x) * bessel_k(n, x) == Approx(1 / x).epsilon(1e-12));
}

TEST_CASE("odd orders are odd; what is not defined is not a number") {
  CHECK(bessel_i(1, -2) == -bessel_i(1, 2));
  CHECK(bessel_k(0, 0) == 0);
  CHECK(std::isnan(bessel_i(-1, 1)));
  CHECK(std::isinf(bessel_i(0, 1e9)));
  CHECK(bessel_i(0, 0) == 1);
  CHECK(bessel_i(1, 0) == 0);
  CHECK(bessel_i(1, 1e-300) == Approx(0.5e-300).epsilon(1e-15));
  CHECK(bessel_k(1, 1e-300) == Approx(1e300).epsilon(1e-12));
  CHECK(bessel_k(0, INFINITY) == 0);
}
