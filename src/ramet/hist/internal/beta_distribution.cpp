#include "ramet/hist/internal/beta_distribution.hpp"

#include <cmath>
#include <numbers>

#include "ramet/core/detail/beta_function.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr int most_halvings = 200;  // a double has 53 bits and exponents down to -1074, so more steps do not help

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

double beta_probability(double x, double a, double b) noexcept { return detail::beta_incomplete(x, a, b); }

double beta_density(double x, double a, double b) noexcept {
  if (!(x > 0) || !(x < 1)) return 0;
  return detail::beta_weight(x, a, b) / (x * (1 - x));
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
