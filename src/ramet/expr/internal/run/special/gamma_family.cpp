#include "ramet/expr/internal/run/special/gamma_family.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "ramet/core/detail/beta_function.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr int most_steps = 2000;
constexpr double tiny = 1e-300;
constexpr double small_change = 1e-16;

// x^a e^-x / Gamma(a)
double gamma_weight(double a, double x) { return std::exp(a * std::log(x) - x - log_gamma(a)); }

double gamma_series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (int n = 1; n < most_steps && std::fabs(term) > small_change * std::fabs(sum); ++n) sum += term *= x / (a + n);
  return sum * gamma_weight(a, x);
}

double gamma_fraction(double a, double x) {
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double value = d;
  for (int n = 1; n < most_steps; ++n) {
    const double factor = -n * (n - a);
    b += 2;
    d = factor * d + b;
    if (std::fabs(d) < tiny) d = tiny;
    c = b + factor / c;
    if (std::fabs(c) < tiny) c = tiny;
    d = 1 / d;
    const double change = d * c;
    value *= change;
    if (std::fabs(change - 1) < small_change) break;
  }
  return gamma_weight(a, x) * value;
}

// For x between -1 and 1/2, where the series with z = -log(1 - x) converges fast:
// Li2(x) = z - z^2/4 + sum of B_2k z^(2k+1) / (2k+1)!
double dilogarithm_near_zero(double x) {
  constexpr double terms[] = {1. / 36,
                              -1. / 3600,
                              1. / 211680,
                              -1. / 10886400,
                              1. / 526901760,
                              -4.0647616451442255e-11,
                              8.9216910204564526e-13,
                              -1.9939295860721076e-14,
                              4.5189800296199182e-16};
  const double z = -std::log1p(-x);
  double sum = 0;
  for (int k = static_cast<int>(std::size(terms)) - 1; k >= 0; --k) sum = terms[k] + sum * z * z;
  return z * (1 + z * (-0.25 + z * sum));
}

}  // namespace

double log_gamma(double x) noexcept { return detail::log_gamma(x); }

double factorial(double n) noexcept {
  double product = 1;
  for (int k = 2; k <= n && k < 172; ++k) product *= k;
  return n < 171 ? product : std::numeric_limits<double>::infinity();
}

double binomial(double n, double k) noexcept {
  if (!(n >= 0) || !(k >= 0) || n < k) return std::nan("");
  const double less = std::min(k, n - k);
  if (less == 0) return 1;
  const double more = n - less;
  double product = more + 1;
  for (int step = 0; step < 1'000'000 && less - step > 1 && product < std::numeric_limits<double>::infinity(); ++step)
    product *= (more + (less - step)) / (less - step);
  return product;
}

double gamma_lower(double a, double x) noexcept {
  if (!(a > 0)) return 1;
  if (!(x > 0)) return 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}

double gamma_upper(double a, double x) noexcept {
  if (!(a > 0)) return 0;
  if (!(x > 0)) return 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

double beta(double p, double q) noexcept { return std::exp(log_gamma(p) + log_gamma(q) - log_gamma(p + q)); }

double beta_fraction(double x, double a, double b) noexcept { return detail::beta_fraction(x, a, b); }

double beta_incomplete(double x, double a, double b) noexcept {
  if (!(x >= 0) || !(a > 0) || !(b > 0)) return 0;
  return detail::beta_incomplete(x, a, b);
}

double dilogarithm(double x) noexcept {
  constexpr double sixth = std::numbers::pi * std::numbers::pi / 6;
  if (std::isnan(x)) return x;
  if (x == 1) return sixth;
  if (x > 2) return 2 * sixth - dilogarithm_near_zero(1 / x) - 0.5 * std::log(x) * std::log(x);
  if (x > 1) {
    const double l = std::log(x);
    return sixth + dilogarithm_near_zero(1 - 1 / x) - l * (std::log1p(-1 / x) + 0.5 * l);
  }
  if (x > 0.5) return sixth - dilogarithm_near_zero(1 - x) - std::log(x) * std::log1p(-x);
  if (x >= -1) return dilogarithm_near_zero(x);
  const double l = std::log1p(-x);
  return -sixth + dilogarithm_near_zero(1 / (1 - x)) - l * (std::log(-x) - 0.5 * l);
}

}  // namespace ramet::inline v1::expr
