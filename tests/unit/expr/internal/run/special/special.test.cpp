#include "ramet/expr/internal/run/special/special.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("every function has a value for arguments of all kinds, in bounded time") {
  constexpr auto last = static_cast<unsigned>(SpecialFunction::bessel_k);
  constexpr double values[] = {0, 1, -1, 0.5, 1e300, -1e300, INFINITY, -INFINITY, NAN};
  for (unsigned k = 0; k <= last; ++k)
    for (const double a : values)
      for (const double b : values) {
        const double arguments[most_special_arguments] = {a, b, 1.5, 1};
        const double found = special_value(static_cast<SpecialFunction>(k), arguments);
        CHECK((std::isnan(found) || found == found));
      }
}

TEST_CASE("integrals of densities are between 0 and 1, whatever their arguments are") {
  constexpr double values[] = {0, 1, -1, 0.5, 5, 1e300, -1e300, INFINITY, -INFINITY};
  for (const SpecialFunction function :
       {SpecialFunction::f_integral, SpecialFunction::student_integral, SpecialFunction::landau_integral,
        SpecialFunction::normal_integral, SpecialFunction::chi_square_probability,
        SpecialFunction::kolmogorov_probability, SpecialFunction::beta_incomplete}) {
    CAPTURE(static_cast<int>(function));
    for (const double a : values) {
      CAPTURE(a);
      const double arguments[most_special_arguments] = {a, 2, 1.5, 1};
      const double found = special_value(function, arguments);
      CHECK(found >= 0);
      CHECK(found <= 1);
    }
  }
}

TEST_CASE("what is computed of NaN is NaN") {
  constexpr auto last = static_cast<unsigned>(SpecialFunction::atan2);
  for (unsigned k = 0; k <= last; ++k)
    for (std::size_t place = 0; place < most_special_arguments; ++place) {
      double arguments[most_special_arguments] = {0.25, 2, 1.5, 1};
      arguments[place] = NAN;
      CHECK(std::isnan(special_value(static_cast<SpecialFunction>(k), arguments)));
    }
}

TEST_CASE("functions are called with their arguments in order") {
  const double arguments[most_special_arguments] = {1, 1, 2, 0};
  CHECK(special_value(SpecialFunction::breit_wigner, arguments) == Approx(1 / std::numbers::pi));
  CHECK(special_value(SpecialFunction::cauchy, arguments) == Approx(0.5 / std::numbers::pi));
}
