#pragma once

#include <span>

#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist::internal {

/// The destination of fills; `squared_weights` may be empty. Threads: a value that borrows.
struct FillTarget {
  const Axis& axis;
  std::span<double> contents;
  std::span<double> squared_weights;
  Statistics& statistics;
};

/// Add one value.
void fill_one(const FillTarget& target, double value, double weight) noexcept;

/// Add values of weight 1. If there are squared weights, or sums of weights that are not integers, use fill_weighted.
void fill_counts(const FillTarget& target, NumberView values);

/// Add values with their weights (one for each, or none for weight 1), in order.
void fill_weighted(const FillTarget& target, NumberView values, NumberView weights) noexcept;

}  // namespace ramet::inline v1::hist::internal
