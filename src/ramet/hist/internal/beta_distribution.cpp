#include "ramet/hist/internal/beta_distribution.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ramet::inline v1::hist {
namespace {

constexpr int most_terms = 10'000;  // about sqrt(a + b) are needed
constexpr int most_halvings = 200;  // a double has 53 bits and exponents down to -1074, so more steps do not help

/// std::lgamma stores the sign in a global variable, so use lgamma_r.
double log_gamma(double x) noexcept {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double away_from_zero(double x) noexcept {
  constexpr double tiny = 1e-300;
  return std::abs(x) < tiny ? tiny : x;
}

/// x^a (1 - x)^b / B(a, b)
double front(double x, double a, double b) noexcept {
  return std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x));
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz' method.
double continued_fraction(double x, double a, double b) noexcept {
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

/// Find where an increasing function on [low, high] reaches `wanted`.
template <class Function>
double inverse(Function&& function, double wanted, double low, double high) noexcept {
  for (int i = 0; i < most_halvings; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (function(middle) < wanted ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace

double beta_probability(double x, double a, double b) noexcept {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  // The fraction converges fast on this side of the mean.
  if (x < (a + 1) / (a + b + 2)) return front(x, a, b) * continued_fraction(x, a, b) / a;
  return 1 - front(1 - x, b, a) * continued_fraction(1 - x, b, a) / b;
}

double beta_density(double x, double a, double b) noexcept {
  if (!(x > 0) || !(x < 1)) return 0;
  return front(x, a, b) / (x * (1 - x));
}

double beta_quantile(double probability, double a, double b) noexcept {
  if (!(probability > 0)) return 0;
  if (!(probability < 1)) return 1;
  return inverse([&](double x) { return beta_probability(x, a, b); }, probability, 0, 1);
}

double normal_quantile(double probability) noexcept {
  constexpr double far = 40;  // beyond it the probability is too small for a double
  const bool is_upper = probability > 0.5;
  const double tail = is_upper ? 1 - probability : probability;
  const double at = inverse([](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }, tail, -far, 0);
  return is_upper ? -at : at;
}

}  // namespace ramet::inline v1::hist
