#pragma once

#include <span>

#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist::internal {

/// What a fill adds to; `squared_weights` may be empty. Threads: a value that borrows.
struct FillTarget {
  const Axis& axis;
  std::span<double> contents;
  std::span<double> squared_weights;
  Statistics& statistics;
};

/// Add one value.
void fill_one(const FillTarget& target, double value, double weight) noexcept;

/// Add values that count 1 each. With squared weights, or to sums of weights that are not whole numbers, use
/// fill_weighted.
void fill_counts(const FillTarget& target, NumberView values);

/// Add values with their weights (as many, or none: 1 each), one after the other.
void fill_weighted(const FillTarget& target, NumberView values, NumberView weights) noexcept;

}  // namespace ramet::inline v1::hist::internal
