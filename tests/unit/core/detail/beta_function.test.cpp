#include "ramet/core/detail/beta_function.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::detail;
using doctest::Approx;

TEST_CASE("beta function: with whole parameters it is a sum of binomial probabilities") {
  const double expected = 6 * 0.09 * 0.49 + 4 * 0.027 * 0.7 + 0.0081;  // at least 2 of 4 with probability 0.3
  CHECK(beta_incomplete(0.3, 2, 3) == Approx(expected).epsilon(1e-14));
  CHECK(beta_incomplete(0.7, 3, 2) == Approx(1 - expected).epsilon(1e-14));
  CHECK(beta_incomplete(0.3, 2, 1) == Approx(0.09).epsilon(1e-14));
}

TEST_CASE("beta function: both sides of it add up to 1, for small and large parameters") {
  for (const double a : {0.5, 1.0, 7.0, 1e6})
    for (const double x : {1e-9, 0.3, 0.5, 0.999}) {
      CAPTURE(a);
      CAPTURE(x);
      CHECK(beta_incomplete(x, a, 4) + beta_incomplete(1 - x, 4, a) == Approx(1).epsilon(1e-11));
    }
  CHECK(beta_incomplete(0.5, 1e6, 1e6) == Approx(0.5).epsilon(1e-9));
}

TEST_CASE("beta function: outside of [0, 1] and without a number it ends") {
  CHECK(beta_incomplete(-1, 2, 3) == 0);
  CHECK(beta_incomplete(2, 2, 3) == 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(beta_incomplete(0.5, nan, 2)));
  CHECK(std::isnan(beta_fraction(0.5, 2, nan)));
}

TEST_CASE("beta function: its weight, fraction and the gamma function agree") {
  CHECK(beta_weight(0.3, 2, 3) == Approx(12 * 0.09 * 0.343).epsilon(1e-14));
  CHECK(beta_weight(0.3, 2, 3) * beta_fraction(0.3, 2, 3) / 2 == beta_incomplete(0.3, 2, 3));
  CHECK(log_gamma(0.5) == Approx(std::log(std::numbers::pi) / 2).epsilon(1e-15));
  CHECK(log_gamma(-0.5) == Approx(std::log(2 * std::sqrt(std::numbers::pi))).epsilon(1e-15));
}
