#include "ramet/expr/internal/run/special/special.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ramet/expr/internal/run/special/bessel.hpp"
#include "ramet/expr/internal/run/special/distributions.hpp"
#include "ramet/expr/internal/run/special/gamma_family.hpp"
#include "ramet/expr/internal/run/special/probabilities.hpp"
#include "ramet/expr/internal/run/special/struve.hpp"

namespace ramet::inline v1::expr {

namespace {

double gamma_function(SpecialFunction function, const double* a) {
  switch (function) {
    case SpecialFunction::factorial:
      return factorial(a[0]);
    case SpecialFunction::binomial:
      return binomial(a[0], a[1]);
    case SpecialFunction::gamma_lower:
      return gamma_lower(a[0], a[1]);
    case SpecialFunction::beta:
      return beta(a[0], a[1]);
    case SpecialFunction::beta_incomplete:
      return beta_incomplete(a[0], a[1], a[2]);
    case SpecialFunction::beta_fraction:
      return beta_fraction(a[0], a[1], a[2]);
    default:
      return dilogarithm(a[0]);
  }
}

double simple_density(SpecialFunction function, const double* a) {
  const double away = a[0] - a[1];
  switch (function) {
    case SpecialFunction::breit_wigner:
      return a[2] / (away * away + a[2] * a[2] / 4) / (2 * std::numbers::pi);
    case SpecialFunction::breit_wigner_relativistic:
      return breit_wigner_relativistic(a[0], a[1], a[2]);
    case SpecialFunction::cauchy:
      return 1 / (a[2] * std::numbers::pi * (1 + away / a[2] * (away / a[2])));
    case SpecialFunction::laplace:
      return std::exp(-std::fabs(away / a[2])) / (2 * a[2]);
    case SpecialFunction::laplace_integral:
      return laplace_integral(a[0], a[1], a[2]);
    case SpecialFunction::log_normal:
      return log_normal(a[0], a[1], a[2], a[3]);
    case SpecialFunction::gamma_dist:
      return gamma_density(a[0], a[1], a[2], a[3]);
    default:
      return beta_density(a[0], a[1], a[2]);
  }
}

double distribution(SpecialFunction function, const double* a) {
  switch (function) {
    case SpecialFunction::f_dist:
      return f_density(a[0], a[1], a[2]);
    case SpecialFunction::f_integral:
      return f_integral(a[0], a[1], a[2]);
    case SpecialFunction::poisson:
      return poisson_density(a[0], a[1]);
    case SpecialFunction::student:
      return student_density(a[0], a[1]);
    case SpecialFunction::student_integral:
      return student_integral(a[0], a[1]);
    case SpecialFunction::binomial_integral:
      return binomial_integral(a[0], a[1], a[2]);
    case SpecialFunction::landau:
      return a[2] <= 0 ? 0 : landau_density((a[0] - a[1]) / a[2]) / (a[3] != 0 ? a[2] : 1);
    case SpecialFunction::landau_integral:
      return landau_integral(a[0]);
    case SpecialFunction::voigt:
      return voigt(a[0], a[1], a[2]);
    default:
      return 0.5 * std::erfc(-a[0] / std::numbers::sqrt2);
  }
}

double probability(SpecialFunction function, const double* a) {
  switch (function) {
    case SpecialFunction::chi_square_probability:
      return chi_square_probability(a[0], a[1]);
    case SpecialFunction::kolmogorov_probability:
      return kolmogorov_probability(a[0]);
    case SpecialFunction::normal_quantile:
      return normal_quantile(a[0]);
    case SpecialFunction::erf_inverse:
      return erf_inverse(a[0]);
    case SpecialFunction::erfc_inverse:
      return erfc_inverse(a[0]);
    case SpecialFunction::chi_square_quantile:
      return chi_square_quantile(a[0], a[1]);
    default:
      return student_quantile(a[0], a[1], a[2] != 0);
  }
}

// Of negative numbers: j0 is even, j1 is odd, those of the second kind are not defined.
double bessel(SpecialFunction function, const double* a) {
  switch (function) {
    case SpecialFunction::bessel_j0:
      return ::j0(a[0]);
    case SpecialFunction::bessel_j1:
      return ::j1(a[0]);
    case SpecialFunction::bessel_y0:
      return ::y0(a[0]);
    case SpecialFunction::bessel_y1:
      return ::y1(a[0]);
    case SpecialFunction::bessel_i:
      return bessel_i(a[0], a[1]);
    default:
      return bessel_k(a[0], a[1]);
  }
}

double struve(SpecialFunction function, double x) {
  const int order = function == SpecialFunction::struve_h0 || function == SpecialFunction::struve_l0 ? 0 : 1;
  return function <= SpecialFunction::struve_h1 ? struve_h(order, x) : struve_l(order, x);
}

double eta_of_plane(double pt, double z) {
  if (pt == 0) return z == 0 ? 0. : z + (z < 0 ? -largest_eta : largest_eta);
  // asinh in the way in which ROOT computes it: of large numbers its digits are others.
  const double slope = z / pt;
  const double size = std::fabs(slope);
  if (size < 8192.) return std::log(slope + std::sqrt(slope * slope + 1.));
  return slope < 0 ? -std::log(size + size) : std::log(size + size + 0.5 / size);
}

double z_along_axis(double eta) {
  if (eta > 0) return eta - largest_eta;
  return eta == 0 ? 0. : eta + largest_eta;
}

double p_along_axis(double eta) {
  const double beyond = std::fabs(eta) - largest_eta;
  return beyond > 0 ? beyond : 0.;
}

double coordinate_value(SpecialFunction function, const double* a) {
  switch (function) {
    case SpecialFunction::phi_of_plane:
      return a[0] * a[0] + a[1] * a[1] == 0 ? 0. : std::atan2(a[0], a[1]);
    case SpecialFunction::eta_of_plane:
      return eta_of_plane(a[0], a[1]);
    case SpecialFunction::z_beside_eta:
      return a[0] > 0 ? a[0] * a[2] : z_along_axis(a[1]);
    default:
      return a[0] > 0 ? a[0] * a[2] : p_along_axis(a[1]);
  }
}

}  // namespace

double special_value(SpecialFunction function, std::span<const double> given) noexcept {
  if (function > SpecialFunction::atan2) return coordinate_value(function, given.data());
  if (std::any_of(given.begin(), given.end(), [](double a) { return std::isnan(a); })) return std::nan("");
  const double* const arguments = given.data();
  if (function <= SpecialFunction::dilogarithm) return gamma_function(function, arguments);
  if (function <= SpecialFunction::beta_dist) return simple_density(function, arguments);
  if (function <= SpecialFunction::normal_integral) return distribution(function, arguments);
  if (function <= SpecialFunction::student_quantile) return probability(function, arguments);
  if (function <= SpecialFunction::bessel_k) return bessel(function, arguments);
  if (function <= SpecialFunction::struve_l1) return struve(function, arguments[0]);
  if (function == SpecialFunction::probability) return probability_value(arguments[0], arguments + 1);
  if (const RealFunction of_one = function_of_libm(function)) return of_one(arguments[0]);
  return std::atan2(arguments[0], arguments[1]);
}

RealFunction function_of_libm(SpecialFunction function) noexcept {
  switch (function) {
    case SpecialFunction::exp:
      return [](double x) { return std::exp(x); };
    case SpecialFunction::log:
      return [](double x) { return std::log(x); };
    case SpecialFunction::sin:
      return [](double x) { return std::sin(x); };
    case SpecialFunction::cos:
      return [](double x) { return std::cos(x); };
    case SpecialFunction::tan:
      return [](double x) { return std::tan(x); };
    case SpecialFunction::acos:
      return [](double x) { return std::acos(x); };
    case SpecialFunction::atan:
      return [](double x) { return std::atan(x); };
    case SpecialFunction::sinh:
      return [](double x) { return std::sinh(x); };
    case SpecialFunction::cosh:
      return [](double x) { return std::cosh(x); };
    default:
      return nullptr;
  }
}

}  // namespace ramet::inline v1::expr
