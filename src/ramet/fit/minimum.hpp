#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/cost.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::fit {

/// What a search for a minimum found. Threads: a value.
struct Minimum {
  std::vector<double> values;      ///< of the parameters
  std::vector<double> covariance;  ///< of the parameters, row by row; NaN if the second derivatives are not positive
  double cost;
  double distance;  ///< how much the cost would still become smaller, estimated
  bool is_valid;    ///< whether that is little, and there is a covariance
  std::size_t steps;
};

/// Find the minimum of a cost from a start that is near it, by Newton's steps with second derivatives that are
/// differences of first ones, and shorter ones where these do not lead down. For costs of a few parameters without
/// several minima, as a peak in a histogram; other minimisers take a Cost as well. Parameters stay inside their limits.
/// Throws Error(misuse) for another number of parameters, and if the cost is not finite at the start.
Minimum minimise(const Cost& cost, std::span<const double> start, schedule::Executor& executor);

}  // namespace ramet::inline v1::fit
