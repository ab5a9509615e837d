#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "ramet/expr/internal/run/special/distributions.hpp"

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("the Landau distribution: its parts meet, and its integral rises as its density says") {
  for (const double x : {-5.5, -1., 1., 5., 12., 50., 300.})
    CHECK(landau_density(x - 1e-9) == Approx(landau_density(x + 1e-9)).epsilon(1e-6));
  for (const double x : {-4., -0.5, 0.5, 3., 8., 30., 200., 1000.}) {
    const double slope = (landau_integral(x + 1e-3) - landau_integral(x - 1e-3)) / 2e-3;
    CHECK(slope == Approx(landau_density(x)).epsilon(1e-4));
  }
}

TEST_CASE("the Voigt profile is its two parts in the limits, and is the same on both sides") {
  CHECK(voigt(1, 0, 2) == Approx(1 / (2 * std::numbers::pi)).epsilon(1e-15));
  CHECK(voigt(0, 1, 0) == Approx(1 / std::sqrt(2 * std::numbers::pi)).epsilon(1e-15));
  CHECK(voigt(0.7, 1, 1e-9) == Approx(voigt(0.7, 1, 0)).epsilon(1e-8));
  CHECK(voigt(1.3, 2, 1) == voigt(-1.3, 2, 1));
  double sum = 0;
  for (double x = -2000; x <= 2000; x += 0.25) sum += 0.25 * voigt(x, 2, 1);
  CHECK(sum == Approx(1).epsilon(1e-3));
}
