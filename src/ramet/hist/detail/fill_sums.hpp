#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist {

/// Values with their cells of an axis, found once for many fills of some of them. Threads: const-safe.
class BinnedValues {
 public:
  explicit BinnedValues(Axis axis) : axis_(std::move(axis)) {}

  /// Have these values instead; memory is used again.
  void assign(NumberView values);

  const Axis& axis() const noexcept { return axis_; }
  std::span<const std::uint32_t> cells() const noexcept { return cells_; }
  /// The values of the cells inside the range, zeros for the others.
  std::span<const double> inside() const noexcept { return inside_; }

 private:
  Axis axis_;
  std::vector<std::uint32_t> cells_;
  std::vector<double> inside_;
};

/// The fills of a part of a job, for a histogram of one axis, kept in the form that is filled fastest: counts of 32
/// bits without weights, and sums over the values in several chains, which do not wait for each other. Contents and
/// counts equal those of Histogram1D::fill; sums over the values may differ in the last bits, because they are added in
/// another order, which depends on the calls alone. Threads: const-safe.
class FillSums {
 public:
  explicit FillSums(Axis axis);

  /// Add values, with a weight for each or none for weight 1. From the first weights on, sums of squared weights are
  /// kept.
  void fill(NumberView values, NumberView weights = {});
  /// The same for values of which the cells of this axis are known: those at `rows`, or all of them if it is empty.
  void fill(const BinnedValues& values, std::span<const std::uint32_t> rows, NumberView weights = {});
  /// Keep sums of squared weights from now on; earlier fills had weight 1.
  void keep_squared_weights();

  /// The fills as a histogram with these labels.
  Histogram1D histogram(HistogramLabels labels) const;

 private:
  static constexpr std::size_t chains = 8;
  using Chains = std::array<double, chains>;

  bool is_weighted() const noexcept { return !squared_weights_.empty(); }
  void fill_counts(NumberView values);
  void fill_counts(const BinnedValues& values, std::span<const std::uint32_t> rows);
  void fill_weighted(NumberView values, NumberView weights);
  void fill_weighted(const BinnedValues& values, std::span<const std::uint32_t> rows, NumberView weights);
  void add_weighted(const double* values, const std::uint32_t* cells, std::span<const double> weights);
  template <class CellOf>
  void count(std::size_t size, CellOf&& cell_of);
  void collect_counts();

  Axis axis_;
  std::vector<std::uint32_t> counts_;  // two for each cell: neighbouring fills go to different ones
  std::uint64_t uncollected_ = 0;      // fills in them
  std::vector<double> contents_;       // with weights, and of counts that were collected
  std::vector<double> squared_weights_;
  std::uint64_t entries_ = 0;
  // Over fills inside the range, as Statistics.
  Chains weighted_values_{};
  Chains weighted_squares_{};
  Chains inside_weights_{};
  Chains inside_squared_weights_{};
};

}  // namespace ramet::inline v1::hist
