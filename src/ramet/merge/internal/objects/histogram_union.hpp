#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"

// Histograms whose bins differ, but fit: with edges of one among those of the other, in a longer range, or with names.
//
//   |  0 |  1 |  2 |  3 |             width 1, from 0 to 4
//   |       0 |       1 |       2 |   width 2, from 0 to 6: that of the sum

namespace ramet::inline v1::merge::internal {

/// The axis of a sum, and where the bins of both histograms lie in it. Threads: a value.
struct AxisUnion {
  hist::NamedAxis axis;
  std::vector<std::uint32_t> left;   ///< for each bin of the left axis, underflow and overflow included
  std::vector<std::uint32_t> right;  ///< likewise
  std::string problem = {};          ///< why there is none
};

/// The coarsest axis of the same kind that has all bins of both: each bin of one lies in one bin of it. With names,
/// bins of the same name are the same, and others follow. The title is that of the left one.
AxisUnion union_of(const hist::NamedAxis& left, const hist::NamedAxis& right);

/// The variance of what a cell has.
double variance_of(const hist::HistogramParts& histogram, std::size_t cell) noexcept;

/// The statistics of fills; or those of the bins, if contents were set or the weights cancel (TH1::GetStats and its
/// like of TH2, TH3 and profiles); of bins there are no sums along an axis whose bins are names. The axes have ranges.
hist::Moments statistics_of(const hist::HistogramParts& histogram);

/// Whether a histogram has neither contents nor names of bins.
bool has_nothing(const hist::HistogramParts& histogram) noexcept;

/// Give a histogram without contents other axes.
void set_axes(hist::HistogramParts& histogram, const std::vector<hist::NamedAxis>& axes);

/// Add the statistics of fills.
void add_moments(hist::Moments& to, const hist::Moments& from);

/// A sum of two histograms, or why there is none. Threads: a value.
struct HistogramUnion {
  hist::HistogramParts sum;
  std::string axis = {};     ///< the axis that does not fit, as "x"
  std::string problem = {};  ///< empty if there is a sum
};

/// Add histograms or profiles of one class. If one keeps squared weights, the sum does; fills of the other had
/// weight 1. Values below or above the range of one whose range grows have no place, so there is no sum then.
HistogramUnion union_of(const hist::HistogramParts& left, const hist::HistogramParts& right);

}  // namespace ramet::inline v1::merge::internal
