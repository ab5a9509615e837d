#include "ramet/hist/binned/profile_sums.hpp"

#include <cmath>

namespace ramet::inline v1::hist {

double ProfileSums::effective_count(std::size_t cell) const noexcept {
  if (squared_weights.empty()) return weights[cell];
  return squared_weights[cell] > 0 ? weights[cell] * weights[cell] / squared_weights[cell] : 0;
}

double ProfileSums::variance(std::size_t cell, double heights, double squared_heights) const noexcept {
  const double weight = weights[cell];
  if (weight == 0) return 0;
  if (errors == ProfileErrors::from_weights) return 1 / weight;
  const double mean = heights / weight;
  const double squared_spread = std::abs(squared_heights / weight - mean * mean);
  if (errors == ProfileErrors::spread) return squared_spread;
  constexpr double of_one_unit = 12;  // the variance of a uniform distribution over one unit is 1/12
  const double count = effective_count(cell);
  if (errors == ProfileErrors::of_whole_numbers && squared_spread == 0) return 1 / (of_one_unit * count);
  return squared_spread / count;
}

}  // namespace ramet::inline v1::hist
