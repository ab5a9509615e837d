#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist {

/// Sums over the fills inside the range of every axis (for `entries`, over all fills): like `Statistics`, for several
/// axes. TH1's fEntries, fTsumw, fTsumw2, fTsumwx, ...; TH2's fTsumwxy; TProfile's fTsumwy. Threads: a value.
struct Moments {
  double entries = 0;  ///< all fills, also outside the range
  double weights = 0;  ///< inside the range, like all below
  double squared_weights = 0;
  std::vector<double> weighted_values = {};   ///< sums of weight * x, weight * y, ...: one for each axis
  std::vector<double> weighted_squares = {};  ///< sums of weight * x * x, ...
  std::vector<double> weighted_products =
      {};                       ///< sums of weight * x * y (and x * z, y * z); none for more than three axes
  double weighted_heights = 0;  ///< of a profile: sum of weight * height
  double weighted_squared_heights = 0;

  /// Moments without fills for this number of axes.
  static Moments for_axes(std::size_t axes);
  static Moments of(const Statistics& statistics);
  /// The statistics of the first axis.
  Statistics statistics() const noexcept;

  /// Add one fill inside the range.
  void add(std::span<const double> values, double weight) noexcept;

  /// Add many fills, in order: a column of values for each axis, all of the same size. Fills outside the range must
  /// have value and weight 0. The sums are exactly those of adding one fill after the other.
  void add(std::span<const std::span<const double>> columns, std::span<const double> weights) noexcept;

  bool operator==(const Moments&) const = default;
};

}  // namespace ramet::inline v1::hist
