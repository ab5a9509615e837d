#include "ramet/hist/figures/efficiency.hpp"

#include <algorithm>
#include <cmath>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/beta_distribution.hpp"

namespace ramet::inline v1::hist {

Efficiency::Efficiency(EfficiencyParts parts, Histogram passed, Histogram total)
    : parts_(std::move(parts)),
      passed_(std::move(passed)),
      total_(std::move(total)),
      passed_squares_(passed_.variances(Flow::included)),
      total_squares_(total_.variances(Flow::included)) {
  if (passed_.cells() != total_.cells() || passed_.dimensions() != total_.dimensions())
    detail::fail(ErrorKind::misuse, "the passed histogram has {} cells and {} axes, the total one {} cells and {} axes",
                 passed_.cells(), passed_.dimensions(), total_.cells(), total_.dimensions());
}

BetaPrior Efficiency::posterior(std::size_t cell) const noexcept {
  const bool has_own = parts_.uses_bin_priors && cell < parts_.bin_priors.size();
  const BetaPrior& prior = has_own ? parts_.bin_priors[cell] : parts_.prior;
  const double passed = passed_.parts().contents[cell];
  const double total = total_.parts().contents[cell];
  // With weights, use the effective number of entries.
  const double norm = parts_.uses_weights && total_squares_[cell] > 0 ? total / total_squares_[cell] : 1;
  return {passed * norm + prior.alpha, (total - passed) * norm + prior.beta};
}

double Efficiency::value(std::size_t cell) const noexcept {
  const double total = total_.parts().contents[cell];
  const bool cannot_weigh = parts_.uses_weights && !(total_squares_[cell] > 0);
  if (!parts_.is_bayesian || cannot_weigh) return total == 0 ? 0 : passed_.parts().contents[cell] / total;
  const auto [a, b] = posterior(cell);
  return parts_.uses_mode ? beta_mode(a, b) : a / (a + b);
}

Interval Efficiency::interval(std::size_t cell) const {
  const double passed = passed_.parts().contents[cell];
  const double total = total_.parts().contents[cell];
  const double level = parts_.confidence_level;
  if (parts_.is_bayesian) {
    const auto [a, b] = posterior(cell);
    return parts_.uses_shortest ? shortest_interval(a, b, level) : central_interval(a, b, level);
  }
  if (!parts_.uses_weights) return frequentist_interval(parts_.interval, passed, total, level);
  if (total == 0) return {0, 1};
  const double efficiency = passed / total;
  const double variance =
      (passed_squares_[cell] * (1 - 2 * efficiency) + total_squares_[cell] * efficiency * efficiency) / (total * total);
  const double distance = normal_quantile(1 - (1 - level) / 2) * std::sqrt(variance);
  return {std::max(efficiency - distance, 0.0), std::min(efficiency + distance, 1.0)};
}

std::vector<double> Efficiency::values(Flow flow) const {
  std::vector<double> values(total_.cells());
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] = value(cell);
  return total_.chosen(values, flow);
}

std::vector<Interval> Efficiency::intervals() const {
  std::vector<Interval> intervals(total_.cells());
  for (std::size_t cell = 0; cell < intervals.size(); ++cell) intervals[cell] = interval(cell);
  return intervals;
}

}  // namespace ramet::inline v1::hist
