#include "ramet/expr/internal/run/special/distributions.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("quantiles are the inverse of integrals") {
  for (const double p : {0.01, 0.3, 0.5, 0.99}) {
    CHECK(1 - chi_square_probability(chi_square_quantile(p, 4), 4) == Approx(p).epsilon(1e-12));
    CHECK(student_integral(student_quantile(p, 3, true), 3) == Approx(p).epsilon(1e-12));
  }
  CHECK(student_quantile(0.9, 5, true) == Approx(-student_quantile(0.9, 5, false)));
}

TEST_CASE("densities have their known values") {
  CHECK(poisson_density(2, 3) == Approx(4.5 * std::exp(-3.)).epsilon(1e-14));
  CHECK(student_density(0, 1) == Approx(1 / std::numbers::pi).epsilon(1e-14));
  CHECK(gamma_density(2, 1, 0, 2) == Approx(0.5 * std::exp(-1.)).epsilon(1e-14));
  CHECK(beta_density(0.5, 2, 2) == Approx(1.5).epsilon(1e-14));
  CHECK(f_density(1, 2, 2) == Approx(0.25).epsilon(1e-14));
  CHECK(log_normal(1, 1, 0, 1) == Approx(1 / std::sqrt(2 * std::numbers::pi)).epsilon(1e-14));
  CHECK(laplace_integral(0, 0, 1) == 0.5);
  CHECK(binomial_integral(0.5, 2, 1) == Approx(0.75).epsilon(1e-14));
  CHECK(kolmogorov_probability(0.1) == 1);
  CHECK(kolmogorov_probability(1) == Approx(0.26999967).epsilon(1e-6));
  CHECK(breit_wigner_relativistic(90, 91, 2.5) > 0);
}
