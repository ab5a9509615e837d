#include "ramet/hist/internal/beta_distribution.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

using namespace ramet::hist;
using doctest::Approx;

TEST_CASE("with one parameter 1 the beta distribution is a power") {
  for (const double x : {0.0, 1e-9, 0.25, 0.5, 0.999, 1.0}) {
    CAPTURE(x);
    CHECK(beta_probability(x, 1, 1) == Approx(x).epsilon(1e-14));
    CHECK(beta_probability(x, 3, 1) == Approx(x * x * x).epsilon(1e-14));
    CHECK(beta_probability(x, 1, 2) == Approx(1 - (1 - x) * (1 - x)).epsilon(1e-12));
  }
}

TEST_CASE("with whole parameters it is a sum of binomial probabilities") {
  // at least 2 of 4 with probability 0.3
  const double expected = 6 * 0.09 * 0.49 + 4 * 0.027 * 0.7 + 0.0081;
  CHECK(beta_probability(0.3, 2, 3) == Approx(expected).epsilon(1e-14));
  CHECK(beta_probability(0.7, 3, 2) == Approx(1 - expected).epsilon(1e-14));
}

TEST_CASE("the density is the derivative") {
  const double step = 1e-6;
  for (const double x : {0.1, 0.5, 0.9})
    CHECK(beta_density(x, 2.5, 4) ==
          Approx((beta_probability(x + step, 2.5, 4) - beta_probability(x - step, 2.5, 4)) / (2 * step)).epsilon(1e-8));
  CHECK(beta_density(0, 2, 2) == 0);
  CHECK(beta_density(1, 2, 2) == 0);
}

TEST_CASE("a quantile is where the probability is reached, for small and large parameters") {
  for (const double probability : {1e-6, 0.1587, 0.5, 0.99}) {
    for (const double a : {0.5, 1.0, 7.0, 1e5}) {
      CAPTURE(probability);
      CAPTURE(a);
      CHECK(beta_probability(beta_quantile(probability, a, 3), a, 3) == Approx(probability).epsilon(1e-8));
    }
  }
  CHECK(beta_quantile(0, 2, 3) == 0);
  CHECK(beta_quantile(1, 2, 3) == 1);
}

TEST_CASE("quantiles of invalid parameters are NaN or between 0 and 1") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double a : {-1.0, 0.0, nan, 1e308}) {
    const double quantile = beta_quantile(0.5, a, 2);
    CHECK((std::isnan(quantile) || (quantile >= 0 && quantile <= 1)));
  }
}

TEST_CASE("quantiles of the normal distribution are standard deviations") {
  CHECK(normal_quantile(0.5) == Approx(0).epsilon(1e-12));
  CHECK(normal_quantile(0.8413447460685429) == Approx(1).epsilon(1e-12));
  CHECK(normal_quantile(0.0013498980316301) == Approx(-3).epsilon(1e-12));
}
