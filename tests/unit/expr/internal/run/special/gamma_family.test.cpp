#include "ramet/expr/internal/run/special/gamma_family.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("incomplete functions and their complements") {
  CHECK(gamma_lower(1, 2) == Approx(1 - std::exp(-2.)).epsilon(1e-15));
  CHECK(gamma_upper(0.5, 2) == Approx(std::erfc(std::sqrt(2.))).epsilon(1e-14));
  CHECK(gamma_lower(20, 15) + gamma_upper(20, 15) == Approx(1).epsilon(1e-15));
  CHECK(beta_incomplete(0.3, 2, 1) == Approx(0.09).epsilon(1e-14));
  CHECK(beta_incomplete(0.3, 2.5, 4) + beta_incomplete(0.7, 4, 2.5) == Approx(1).epsilon(1e-14));
  CHECK(beta(2, 3) == Approx(1. / 12).epsilon(1e-14));
  CHECK(beta_incomplete(2, 2, 3) == 1);
  CHECK(beta_incomplete(-1, 2, 3) == 0);
}

TEST_CASE("factorials, binomials and Li2 have their known values") {
  CHECK(factorial(10) == 3628800);
  CHECK(std::isinf(factorial(1e9)));
  CHECK(binomial(10, 3) == Approx(120));
  CHECK(std::isnan(binomial(2, 3)));
  const double sixth = std::numbers::pi * std::numbers::pi / 6;
  CHECK(dilogarithm(1) == Approx(sixth).epsilon(1e-15));
  CHECK(dilogarithm(-1) == Approx(-sixth / 2).epsilon(1e-14));
  CHECK(dilogarithm(0.5) == Approx(sixth / 2 - std::numbers::ln2 * std::numbers::ln2 / 2).epsilon(1e-14));
  CHECK(dilogarithm(3.) + dilogarithm(1 / 3.) == Approx(2 * sixth - std::log(3.) * std::log(3.) / 2).epsilon(1e-13));
}
