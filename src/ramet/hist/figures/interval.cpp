#include "ramet/hist/figures/interval.hpp"

#include <algorithm>
#include <cmath>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/beta_distribution.hpp"

// The kinds are described in TEfficiency.cxx; mid-P: Cousins, Hymes, Tucker, arXiv:0905.3831.

namespace ramet::inline v1::hist {
namespace {

/// Half the width of a central interval of this level, in standard deviations.
double deviations(double level) noexcept { return normal_quantile(1 - (1 - level) / 2); }

Interval around(double middle, double distance) noexcept {
  return {std::max(middle - distance, 0.0), std::min(middle + distance, 1.0)};
}

Interval clopper_pearson(double passed, double total, double level) noexcept {
  const double outside = (1 - level) / 2;
  return {passed == 0 ? 0 : beta_quantile(outside, passed, total - passed + 1),
          passed == total ? 1 : beta_quantile(1 - outside, passed + 1, total - passed)};
}

Interval normal(double passed, double total, double level) noexcept {
  if (total == 0) return {};
  const double efficiency = passed / total;
  return around(efficiency, deviations(level) * std::sqrt(efficiency * (1 - efficiency) / total));
}

Interval wilson(double passed, double total, double level) noexcept {
  if (total == 0) return {};
  const double k = deviations(level);
  const double efficiency = passed / total;
  return around((passed + k * k / 2) / (total + k * k),
                k / (total + k * k) * std::sqrt(total * efficiency * (1 - efficiency) + k * k / 4));
}

Interval agresti_coull(double passed, double total, double level) noexcept {
  const double k = deviations(level);
  const double middle = (passed + k * k / 2) / (total + k * k);
  return around(middle, k * std::sqrt(middle * (1 - middle) / (total + k * k)));
}

/// The efficiency at which half the probability of the observed count plus that of all smaller counts equals `wanted`;
/// this sum decreases with the efficiency.
double mid_p_end(double passed, double total, double wanted) noexcept {
  if (passed > 0 && passed < 1) {  // between 0 and 1, as in ROOT
    const double none = mid_p_end(0, total, wanted);
    return none + (mid_p_end(1, total, wanted) - none) * passed;
  }
  constexpr double close_enough = 1e-13;
  double low = 0;
  double high = 1;
  while (high - low > close_enough) {
    const double middle = (low + high) / 2;
    double probability = beta_density(middle, passed + 1, total - passed + 1) / (total + 1) / 2;
    if (passed >= 1) probability += 1 - beta_probability(middle, passed, total - passed + 1);
    (probability > wanted ? low : high) = middle;
  }
  return low;
}

Interval mid_p(double passed, double total, double level) noexcept {
  const double outside = (1 - level) / 2;
  return {mid_p_end(passed, total, 1 - outside), mid_p_end(passed, total, outside)};
}

}  // namespace

Interval frequentist_interval(IntervalKind kind, double passed, double total, double level) {
  switch (kind) {
    case IntervalKind::clopper_pearson:
      return clopper_pearson(passed, total, level);
    case IntervalKind::normal:
      return normal(passed, total, level);
    case IntervalKind::wilson:
      return wilson(passed, total, level);
    case IntervalKind::agresti_coull:
      return agresti_coull(passed, total, level);
    case IntervalKind::mid_p:
      return mid_p(passed, total, level);
    case IntervalKind::feldman_cousins:
      detail::fail(ErrorKind::unsupported, "Feldman-Cousins intervals are not computed");
    default:
      detail::fail(ErrorKind::misuse, "interval kind {} is not a frequentist one", static_cast<int>(kind));
  }
}

Interval central_interval(double a, double b, double level) noexcept {
  const double outside = (1 - level) / 2;
  return {beta_quantile(outside, a, b), beta_quantile(1 - outside, a, b)};
}

Interval shortest_interval(double a, double b, double level) noexcept {
  const double mode = beta_mode(a, b);
  if (mode == 0) return {0, beta_quantile(level, a, b)};
  if (mode == 1) return {beta_quantile(1 - level, a, b), 1};
  if (a == b && a <= 1) return central_interval(a, b, level);  // the shortest interval is not unique
  // The length has a single minimum as a function of the lower end: golden-section search.
  const auto upper_end = [&](double low) { return beta_quantile(beta_probability(low, a, b) + level, a, b); };
  constexpr double golden = 0.618033988749894848;
  constexpr double close_enough = 1e-10;
  double from = 0;
  double to = beta_quantile(1 - level, a, b);
  while (to - from > close_enough) {
    const double left = to - golden * (to - from);
    const double right = from + golden * (to - from);
    (upper_end(left) - left < upper_end(right) - right ? to : from) =
        upper_end(left) - left < upper_end(right) - right ? right : left;
  }
  const double low = (from + to) / 2;
  return {low, upper_end(low)};
}

double beta_mode(double a, double b) noexcept {
  if (a > 1 && b > 1) return (a - 1) / (a + b - 2);
  if (a == b) return 0.5;
  return a < b ? 0 : 1;
}

}  // namespace ramet::inline v1::hist
