#include "ramet/hist/histogram.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/fill_kernel.hpp"

namespace ramet::inline v1::hist {
namespace {

void require_bins(std::string_view what, std::size_t is, std::size_t wanted) {
  if (is != wanted)
    detail::fail(ErrorKind::misuse, "the histogram has {} {}, but its axis has {} cells", is, what, wanted);
}

void add_bins(std::vector<double>& to, std::span<const double> more) noexcept {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

}  // namespace

Statistics& Statistics::operator+=(const Statistics& other) noexcept {
  entries += other.entries;
  weights += other.weights;
  squared_weights += other.squared_weights;
  weighted_values += other.weighted_values;
  weighted_squares += other.weighted_squares;
  return *this;
}

Histogram1D::Histogram1D(HistogramLabels labels, Axis axis)
    : labels_(std::move(labels)), axis_(std::move(axis)), contents_(axis_.cells()) {}

Histogram1D::Histogram1D(HistogramLabels labels, Axis axis, std::vector<double> contents,
                         std::vector<double> squared_weights, const Statistics& statistics)
    : labels_(std::move(labels)),
      axis_(std::move(axis)),
      contents_(std::move(contents)),
      squared_weights_(std::move(squared_weights)),
      statistics_(statistics) {
  require_bins("contents", contents_.size(), axis_.cells());
  if (!squared_weights_.empty()) require_bins("sums of squared weights", squared_weights_.size(), axis_.cells());
}

std::span<const double> Histogram1D::without_flow(std::span<const double> cells, Flow flow) const noexcept {
  return flow == Flow::included ? cells : cells.subspan(1, axis_.bins());
}

std::vector<double> Histogram1D::values(Flow flow) const {
  const auto cells = without_flow(contents_, flow);
  return {cells.begin(), cells.end()};
}

std::vector<double> Histogram1D::variances(Flow flow) const {
  if (squared_weights_.empty()) {
    std::vector<double> counts = values(flow);
    for (double& count : counts) count = std::abs(count);
    return counts;
  }
  const auto cells = without_flow(squared_weights_, flow);
  return {cells.begin(), cells.end()};
}

double Histogram1D::sum(Flow flow) const noexcept {
  const auto cells = without_flow(contents_, flow);
  return std::accumulate(cells.begin(), cells.end(), 0.0);
}

Statistics Histogram1D::shape_statistics() const noexcept {
  if (statistics_.weights != 0 || statistics_.entries == 0) return statistics_;
  Statistics sums;
  for (std::uint32_t bin = 1; bin <= axis_.bins(); ++bin) {
    const double center = axis_.center(bin);
    sums.weights += contents_[bin];
    sums.weighted_values += contents_[bin] * center;
    sums.weighted_squares += contents_[bin] * center * center;
  }
  return sums;
}

double Histogram1D::mean() const noexcept {
  const Statistics sums = shape_statistics();
  return sums.weights == 0 ? 0 : sums.weighted_values / sums.weights;
}

double Histogram1D::standard_deviation() const noexcept {
  const Statistics sums = shape_statistics();
  if (sums.weights == 0) return 0;
  const double mean = sums.weighted_values / sums.weights;
  return std::sqrt(std::abs(sums.weighted_squares / sums.weights - mean * mean));
}

void Histogram1D::fill(double value) noexcept {
  internal::fill_one({axis_, contents_, squared_weights_, statistics_}, value, 1);
}

void Histogram1D::fill(double value, double weight) {
  if (weight != 1) keep_squared_weights();
  internal::fill_one({axis_, contents_, squared_weights_, statistics_}, value, weight);
}

void Histogram1D::fill(NumberView values) {
  const internal::FillTarget target{axis_, contents_, squared_weights_, statistics_};
  if (squared_weights_.empty()) {
    internal::fill_counts(target, values);
  } else {
    internal::fill_weighted(target, values, {});
  }
}

void Histogram1D::fill(NumberView values, NumberView weights) {
  if (values.size() != weights.size())
    detail::fail(ErrorKind::misuse, "there are {} values and {} weights", values.size(), weights.size());
  keep_squared_weights();
  internal::fill_weighted({axis_, contents_, squared_weights_, statistics_}, values, weights);
}

void Histogram1D::keep_squared_weights() {
  if (squared_weights_.empty()) squared_weights_ = variances(Flow::included);
}

Histogram1D& Histogram1D::operator+=(const Histogram1D& other) {
  if (!is_compatible(other))
    detail::fail(ErrorKind::misuse, "histogram '{}' ({} bins, {} to {}) cannot be added to '{}' ({} bins, {} to {})",
                 other.labels_.name, other.axis_.bins(), other.axis_.low(), other.axis_.high(), labels_.name,
                 axis_.bins(), axis_.low(), axis_.high());
  if (!other.squared_weights_.empty()) keep_squared_weights();
  if (!squared_weights_.empty() && other.squared_weights_.empty())
    add_bins(squared_weights_, other.variances(Flow::included));
  else if (!squared_weights_.empty())
    add_bins(squared_weights_, other.squared_weights_);
  add_bins(contents_, other.contents_);
  statistics_ += other.statistics_;
  return *this;
}

Histogram1D Histogram1D::empty_copy() const {
  Histogram1D copy(labels_, axis_);
  if (!squared_weights_.empty()) copy.keep_squared_weights();
  return copy;
}

}  // namespace ramet::inline v1::hist
