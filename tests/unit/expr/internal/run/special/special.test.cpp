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

TEST_CASE("coordinates of vectors are those of the plane, and of the axis") {
  const auto value = [](SpecialFunction function, double a, double b, double c = 0) {
    const double arguments[most_special_arguments] = {a, b, c};
    return special_value(function, arguments);
  };
  CHECK(value(SpecialFunction::phi_of_plane, 1, -1) == std::atan2(1., -1.));
  CHECK(value(SpecialFunction::phi_of_plane, 0., -0.) == 0);
  CHECK(value(SpecialFunction::phi_of_plane, 1e-200, -1e-200) == 0);  // their squares are 0
  CHECK(value(SpecialFunction::eta_of_plane, 2, 3) == std::log(1.5 + std::sqrt(1.5 * 1.5 + 1)));
  CHECK(value(SpecialFunction::eta_of_plane, 1, 1e6) == std::log(2e6 + 0.5e-6));
  CHECK(value(SpecialFunction::eta_of_plane, 1, -1e6) == -std::log(2e6));
  CHECK(value(SpecialFunction::eta_of_plane, 0, 0) == 0);
  CHECK(value(SpecialFunction::eta_of_plane, 0, 5) == 22761);
  CHECK(value(SpecialFunction::eta_of_plane, 0, -5) == -22761);
  CHECK(value(SpecialFunction::z_beside_eta, 2, 1, 3) == 6);
  CHECK(value(SpecialFunction::z_beside_eta, 0, 22761) == 5);
  CHECK(value(SpecialFunction::z_beside_eta, 0, -22761) == -5);
  CHECK(value(SpecialFunction::z_beside_eta, 0, 0) == 0);
  CHECK(value(SpecialFunction::p_beside_eta, 2, 1, 3) == 6);
  CHECK(value(SpecialFunction::p_beside_eta, 0, -22761) == 5);
  CHECK(value(SpecialFunction::p_beside_eta, 0, 1) == 0);
  CHECK(std::isnan(value(SpecialFunction::phi_of_plane, NAN, 1)));
  CHECK(std::isnan(value(SpecialFunction::eta_of_plane, 1, NAN)));
  CHECK(std::isnan(value(SpecialFunction::z_beside_eta, 1, 1, NAN)));
}
