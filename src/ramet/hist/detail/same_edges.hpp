#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::hist {

/// Whether two axes have the same bins: equal, or, where one has edges and the other none, edges that differ by
/// rounding alone, as in ROOT (TH1::CheckBinLimits).
inline bool have_same_edges(const Axis& left, const Axis& right) {
  if (left == right) return true;
  if (left.is_regular() == right.is_regular() || left.bins() != right.bins()) return false;
  const double rounding = 1e-10 * (right.high() - right.low()) / right.bins();
  return std::ranges::equal(left.edges(), right.edges(),
                            [&](double one, double other) { return std::abs(one - other) <= rounding; });
}

}  // namespace ramet::inline v1::hist
