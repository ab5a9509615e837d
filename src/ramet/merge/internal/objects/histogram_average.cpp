#include "ramet/merge/internal/objects/histogram_average.hpp"

#include <cmath>
#include <cstddef>

#include "ramet/merge/internal/objects/histogram_union.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The weight of a bin without error, if errors are kept: its value is exact (TH1.cxx, TH1::Add).
constexpr double weight_of_exact = 1e200;
constexpr double least_variance = 1e-200;

double weight_of(const hist::HistogramParts& histogram, const hist::Moments& moments, std::size_t cell,
                 bool other_has_squares) noexcept {
  const double content = histogram.contents[cell];
  const double variance = variance_of(histogram, cell);
  if (variance > 0) return 1 / variance;
  if (!other_has_squares) return 1;
  if (content != 0) return weight_of_exact;
  // Nothing was filled: the error is estimated from the scale of the whole histogram.
  const double scale = moments.weights != 0 ? moments.squared_weights / moments.weights : 1;
  return 1 / (scale * scale);
}

}  // namespace

HistogramAverage average_of(const hist::HistogramParts& left, const hist::HistogramParts& right) {
  HistogramAverage joined{.average = left};
  for (std::size_t axis = 0; axis < left.axes.size(); ++axis)
    if (left.axes[axis].bins != right.axes.at(axis).bins || left.axes[axis].bin_labels != right.axes[axis].bin_labels) {
      joined.problem = "its bins are averages, and other ones";
      return joined;
    }
  hist::HistogramParts& sum = joined.average;
  const hist::Moments of_left = statistics_of(left);
  const hist::Moments of_right = statistics_of(right);
  for (std::size_t cell = 0; cell < sum.contents.size(); ++cell) {
    const double ours = weight_of(left, of_left, cell, !right.squares.empty());
    const double theirs = weight_of(right, of_right, cell, !left.squares.empty());
    sum.contents[cell] = (ours * left.contents[cell] + theirs * right.contents[cell]) / (ours + theirs);
    if (sum.squares.empty()) continue;
    const double variance = 1 / (ours + theirs);
    sum.squares[cell] = variance < least_variance ? 0 : variance;
  }
  sum.moments = of_left;
  add_moments(sum.moments, of_right);
  return joined;
}

}  // namespace ramet::inline v1::merge::internal
