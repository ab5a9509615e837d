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

TEST_CASE("quantiles of the smallest probabilities are as precise") {
  CHECK(chi_square_quantile(1e-300, 3) ==
        Approx(2 * std::pow(0.75e-300 * std::sqrt(std::numbers::pi), 2. / 3)).epsilon(1e-11));
  CHECK(student_quantile(1e-150, 1, true) == Approx(-1e150 / std::numbers::pi).epsilon(1e-11));
  CHECK(student_quantile(1e-300, 2, true) == Approx(-std::sqrt(0.5e300)).epsilon(1e-11));
}

TEST_CASE("at the ends of their range functions have their limits") {
  CHECK(f_integral(INFINITY, 3, 5) == 1);
  CHECK(f_integral(-5, 3, 5) == 0);
  CHECK(f_integral(1, 0.5, 5) == Approx(0.7132209923426752).epsilon(1e-12));
  CHECK(gamma_density(INFINITY, 1, 0, 1) == 0);
  CHECK(gamma_density(0, 0.5, 0, 1) == 0);
  CHECK(log_normal(2, 1, 2, 1) == 0);
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
