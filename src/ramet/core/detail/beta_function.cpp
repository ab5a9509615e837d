#include "ramet/core/detail/beta_function.hpp"

#include <cmath>
#include <limits>

namespace ramet::inline v1::detail {
namespace {

constexpr int most_terms = 10'000;  // about sqrt(a + b) are needed

double away_from_zero(double x) noexcept {
  constexpr double tiny = 1e-300;
  return std::abs(x) < tiny ? tiny : x;
}

}  // namespace

double log_gamma(double x) noexcept {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double beta_weight(double x, double a, double b) noexcept {
  return std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x));
}

double beta_fraction(double x, double a, double b) noexcept {
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < most_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double change = d * c;
    fraction *= change;
    if (!(std::abs(change - 1) >= std::numeric_limits<double>::epsilon())) break;  // also ends for NaN
  }
  return fraction;
}

double beta_incomplete(double x, double a, double b) noexcept {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  // The fraction converges fast on this side of the mean.
  if (x < (a + 1) / (a + b + 2)) return beta_weight(x, a, b) * beta_fraction(x, a, b) / a;
  return 1 - beta_weight(1 - x, b, a) * beta_fraction(1 - x, b, a) / b;
}

}  // namespace ramet::inline v1::detail
