#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::hist {

/// How to treat an axis of a histogram. Threads: a value.
struct AxisSelection {
  /// The cells [first, end): 0 is the underflow, bins + 1 the overflow.
  std::uint32_t first = 1;
  std::uint32_t end = 2;
  /// If set, the axis is removed: its cells in the range are added up, the others are left out. Otherwise the axis
  /// keeps the bins in the range, and the other cells are added to its underflow and overflow.
  bool is_summed = false;
  /// For an axis that is kept, the number of bins to merge into one. Remaining bins at the end are added to the
  /// overflow.
  std::uint32_t merged = 1;

  /// The whole axis, unchanged.
  static AxisSelection all_of(const Axis& axis) noexcept { return {.first = 1, .end = axis.bins() + 1}; }
  /// The sum along the axis, including underflow and overflow.
  static AxisSelection sum_of(const Axis& axis) noexcept {
    return {.first = 0, .end = axis.bins() + 2, .is_summed = true};
  }
};

/// Select bins of a histogram or profile, with one selection for each axis. Fitted functions are dropped. The number of
/// entries is kept if no cell is left out; otherwise it becomes the effective number. The moments are kept if the same
/// fills are inside the range; otherwise they are computed from the bins' centres. Throws Error(misuse) for a wrong
/// number of selections, ranges beyond the axis or without a bin, and when no axis is left (use sum_over).
Histogram select(const Histogram& histogram, std::span<const AxisSelection> selections);

/// Project a histogram on some of its axes, in this order; the others are summed, including underflow and overflow.
/// Throws Error(misuse) for an unknown or repeated axis, and for none.
Histogram project(const Histogram& histogram, std::span<const std::size_t> axes);

/// The value and the variance of a selection that keeps no axis; for a profile the mean height and its squared error.
/// Threads: a value.
struct CellSum {
  double value = 0;
  double variance = 0;
};
/// Add up the cells of a selection that keeps no axis. Throws Error(misuse) as select, and when an axis is kept.
CellSum sum_over(const Histogram& histogram, std::span<const AxisSelection> selections);

}  // namespace ramet::inline v1::hist
