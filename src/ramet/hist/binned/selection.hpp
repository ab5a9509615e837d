#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::hist {

/// What becomes of an axis of a histogram. Threads: a value.
struct AxisSelection {
  /// The cells [first, end): 0 is the underflow, bins + 1 the overflow.
  std::uint32_t first = 1;
  std::uint32_t end = 2;
  /// The axis goes, its cells in the range are added up and those outside of it are left out; else the axis keeps the
  /// bins of the range, and what is outside goes to its underflow and overflow.
  bool is_summed = false;
  /// Of an axis that is kept: so many bins become one. Those that are left over at the end go to the overflow.
  std::uint32_t merged = 1;

  /// The whole axis, as it is.
  static AxisSelection all_of(const Axis& axis) noexcept { return {.first = 1, .end = axis.bins() + 1}; }
  /// The sum along the axis, underflow and overflow included.
  static AxisSelection sum_of(const Axis& axis) noexcept {
    return {.first = 0, .end = axis.bins() + 2, .is_summed = true};
  }
};

/// Select bins of a histogram or profile, with one selection for each axis. Fitted functions are left out. The number
/// of entries stays where no cell is left out, else it is that of weights of 1 which are as precise. The sums of which
/// mean and standard deviation are made stay where the fills inside the range are the same, else they are those of the
/// bins' centres. Throws Error(misuse) for another number of selections, ranges beyond the axis or without a bin, and
/// when no axis is left: see sum_over.
Histogram select(const Histogram& histogram, std::span<const AxisSelection> selections);

/// The histogram along some of its axes, in this order; the others are summed, underflow and overflow included. Throws
/// Error(misuse) for an axis that is not there, or there twice, and for none.
Histogram project(const Histogram& histogram, std::span<const std::size_t> axes);

/// The value and the variance of a selection that keeps no axis: of a profile the mean height and its squared error.
/// Threads: a value.
struct CellSum {
  double value = 0;
  double variance = 0;
};
/// Add up the cells of a selection that keeps no axis. Throws Error(misuse) as select, and when an axis is kept.
CellSum sum_over(const Histogram& histogram, std::span<const AxisSelection> selections);

}  // namespace ramet::inline v1::hist
