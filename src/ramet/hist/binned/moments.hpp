#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist {

/// Sums over the fills inside the range of every axis (all fills, for `entries`): what `Statistics` is to one axis.
/// TH1's fEntries, fTsumw, fTsumw2, fTsumwx, ...; TH2's fTsumwxy; TProfile's fTsumwy. Threads: a value.
struct Moments {
  double entries = 0;  ///< fills, those outside of the range too
  double weights = 0;  ///< inside the range, as all below
  double squared_weights = 0;
  std::vector<double> weighted_values = {};    ///< of weight * x, weight * y, ...: one for each axis
  std::vector<double> weighted_squares = {};   ///< of weight * x * x, ...
  std::vector<double> weighted_products = {};  ///< of weight * x * y (and x * z, y * z); none beyond three axes
  double weighted_heights = 0;                 ///< of a profile: of weight * height
  double weighted_squared_heights = 0;

  /// Nothing filled yet, for as many axes.
  static Moments for_axes(std::size_t axes);
  static Moments of(const Statistics& statistics);
  /// Those of the first axis.
  Statistics statistics() const noexcept;

  /// Count one fill inside of the range.
  void add(std::span<const double> values, double weight) noexcept;

  /// Count many, in order: of each axis a column of values, all of one size. Fills outside of the range have value and
  /// weight 0. The sums are those that one fill after the other gives, bit by bit.
  void add(std::span<const std::span<const double>> columns, std::span<const double> weights) noexcept;

  bool operator==(const Moments&) const = default;
};

}  // namespace ramet::inline v1::hist
