#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ramet/hist/axis.hpp"
#include "ramet/hist/number_view.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::hist {

/// The name, title and labels of a histogram. Threads: a value.
struct HistogramLabels {
  std::string name = {};
  std::string title = {};
  std::string axis_title = {};   ///< of the values
  std::string value_title = {};  ///< of the counts
  /// Labels of bins, by bin number from 1 on; all bins of a category axis have one.
  std::map<std::uint32_t, std::string> bin_labels = {};
  bool is_alphanumeric = false;  ///< its bins were created from filled labels

  bool operator==(const HistogramLabels&) const = default;
};

/// Sums over the values inside the range (for `entries`, over all fills), which give mean and standard deviation
/// without binning errors: TH1's fEntries, fTsumw, fTsumw2, fTsumwx, fTsumwx2. Threads: a value.
struct Statistics {
  double entries = 0;  ///< all fills, also outside the range
  double weights = 0;  ///< inside the range, like all below
  double squared_weights = 0;
  double weighted_values = 0;   ///< of weight * value
  double weighted_squares = 0;  ///< sum of weight * value * value

  Statistics& operator+=(const Statistics& other) noexcept;
  bool operator==(const Statistics&) const = default;
};

/// Whether underflow and overflow are included.
enum class Flow { excluded, included };

/// A one-dimensional histogram like TH1D: each cell (underflow, bins, overflow) has a sum of weights and, once a weight
/// was used, a sum of squared weights, which is its variance. Filling gives exactly the numbers of a TH1D with the same
/// values in the same order; filling many values at once is much faster. Threads: const-safe. For filling from many
/// threads see parallel_fill.hpp.
class Histogram1D {
 public:
  /// An empty histogram.
  Histogram1D(HistogramLabels labels, Axis axis);

  /// A histogram with these contents. Throws Error(misuse) unless there are axis.cells() contents, and as many squared
  /// weights or none.
  Histogram1D(HistogramLabels labels, Axis axis, std::vector<double> contents, std::vector<double> squared_weights,
              const Statistics& statistics);

  const HistogramLabels& labels() const noexcept { return labels_; }
  void set_labels(HistogramLabels labels) noexcept { labels_ = std::move(labels); }
  const Axis& axis() const noexcept { return axis_; }

  /// The sum of weights in each cell, including underflow and overflow.
  std::span<const double> contents() const noexcept { return contents_; }
  /// The sum of squared weights in each cell; empty while every weight was 1.
  std::span<const double> squared_weights() const noexcept { return squared_weights_; }
  const Statistics& statistics() const noexcept { return statistics_; }

  /// The contents of the bins (UHI: values).
  std::vector<double> values(Flow flow = Flow::excluded) const;
  /// The squares of their errors (UHI: variances): sums of squared weights, or the contents.
  std::vector<double> variances(Flow flow = Flow::excluded) const;
  /// The sum of the contents.
  double sum(Flow flow = Flow::excluded) const noexcept;

  /// The mean of the values inside the range; computed from the bins' centres when contents were set without filling,
  /// and 0 without contents, as in TH1.
  double mean() const noexcept;
  double standard_deviation() const noexcept;

  /// Add one value.
  void fill(double value) noexcept;
  /// Add a value with a weight. From the first weight that is not 1 on, sums of squared weights are kept.
  void fill(double value, double weight);
  /// Add values, in order.
  void fill(NumberView values);
  /// Add values with weights, in order; sums of squared weights are kept from now on. Throws Error(misuse) unless there
  /// are as many weights as values.
  void fill(NumberView values, NumberView weights);

  /// Keep sums of squared weights from now on; earlier fills had weight 1.
  void keep_squared_weights();

  /// Whether the other histogram has the same bins and can be added.
  bool is_compatible(const Histogram1D& other) const noexcept { return axis_ == other.axis_; }
  /// Add the contents of another histogram. Throws Error(misuse) unless it is compatible.
  Histogram1D& operator+=(const Histogram1D& other);
  /// A copy without contents.
  Histogram1D empty_copy() const;

  bool operator==(const Histogram1D&) const = default;

 private:
  Statistics shape_statistics() const noexcept;
  std::span<const double> without_flow(std::span<const double> cells, Flow flow) const noexcept;

  HistogramLabels labels_;
  Axis axis_;
  std::vector<double> contents_;
  std::vector<double> squared_weights_;
  Statistics statistics_;
};

}  // namespace ramet::inline v1::hist

/// Writes the same bytes as ROOT for a TH1D.
template <>
struct ramet::object::PayloadOf<ramet::hist::Histogram1D> {
  /// Throws Error(unsupported) when the histogram is too large for the format.
  static Payload of(const hist::Histogram1D& histogram);
};
