#include "ramet/hist/binned/histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/hist/detail/same_edges.hpp"

namespace ramet::inline v1::hist {
namespace {

/// The number of cells of these axes. Throws Error(misuse) when it overflows.
std::size_t cells_of(std::span<const NamedAxis> axes) {
  std::size_t cells = 1;
  for (const NamedAxis& axis : axes)
    if (__builtin_mul_overflow(cells, axis.bins.cells(), &cells))
      detail::fail(ErrorKind::misuse, "the number of cells of {} axes overflows", axes.size());
  return cells;
}

void require_cells(std::string_view what, std::size_t is, std::size_t wanted) {
  if (is != wanted)
    detail::fail(ErrorKind::misuse, "the histogram has {} {}, but its axes have {} cells", is, what, wanted);
}

void add(std::vector<double>& to, std::span<const double> more) noexcept {
  std::transform(to.begin(), to.end(), more.begin(), to.begin(), std::plus<>());
}

/// Go to the next cell; x changes fastest.
void go_on(std::span<std::uint32_t> bins, std::span<const NamedAxis> axes) noexcept {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (++bins[axis] < axes[axis].bins.cells()) return;
    bins[axis] = 0;
  }
}

bool is_inside(std::span<const std::uint32_t> bins, std::span<const NamedAxis> axes) noexcept {
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (bins[axis] == 0 || bins[axis] > axes[axis].bins.bins()) return false;
  return true;
}

/// The parts of a one-dimensional histogram.
HistogramParts parts_of(const Histogram1D& histogram) {
  const HistogramLabels& labels = histogram.labels();
  HistogramParts parts{.class_name = "TH1D",
                       .name = labels.name,
                       .title = labels.title,
                       .value_title = labels.value_title,
                       .contents = histogram.values(Flow::included),
                       .moments = Moments::of(histogram.statistics())};
  parts.axes.push_back({.bins = histogram.axis(),
                        .name = "xaxis",
                        .title = labels.axis_title,
                        .bin_labels = labels.bin_labels,
                        .is_alphanumeric = labels.is_alphanumeric});
  parts.squares.assign(histogram.squared_weights().begin(), histogram.squared_weights().end());
  return parts;
}

}  // namespace

Histogram::Histogram(HistogramParts parts) : parts_(std::move(parts)) {
  if (parts_.axes.empty()) detail::fail(ErrorKind::misuse, "a histogram has no axis");
  const std::size_t cells = cells_of(parts_.axes);
  require_cells("contents", parts_.contents.size(), cells);
  if (!parts_.squares.empty() || is_profile()) require_cells("sums of squares", parts_.squares.size(), cells);
  if (is_profile()) {
    require_cells("sums of weights", parts_.profile->weights.size(), cells);
    if (is_weighted()) require_cells("sums of squared weights", parts_.profile->squared_weights.size(), cells);
  }
  const Moments empty = Moments::for_axes(dimensions());
  parts_.moments.weighted_values.resize(empty.weighted_values.size());
  parts_.moments.weighted_squares.resize(empty.weighted_squares.size());
  parts_.moments.weighted_products.resize(empty.weighted_products.size());
}

Histogram::Histogram(const Histogram1D& histogram) : Histogram(parts_of(histogram)) {}

void name_axes(std::span<NamedAxis> axes) {
  constexpr std::array<const char*, 3> names = {"xaxis", "yaxis", "zaxis"};
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    axes[axis].name = axes.size() > names.size() ? fmt::format("axis{}", axis) : names.at(axis);
}

Histogram Histogram::empty(HistogramParts parts) {
  if (parts.axes.empty()) detail::fail(ErrorKind::misuse, "a histogram has no axis");
  name_axes(parts.axes);
  const std::size_t cells = cells_of(parts.axes);
  parts.contents.assign(cells, 0);
  parts.squares.clear();
  parts.moments = Moments::for_axes(parts.axes.size());
  if (parts.profile) {
    parts.squares.assign(cells, 0);
    parts.profile->weights.assign(cells, 0);
    parts.profile->squared_weights.clear();
  }
  Histogram made(std::move(parts));
  made.parts_.class_name = stored_class(made);
  return made;
}

Histogram Histogram::empty_copy() const {
  Histogram copy(*this);
  HistogramParts& parts = copy.parts_;
  std::ranges::fill(parts.contents, 0);
  std::ranges::fill(parts.squares, 0);
  if (parts.profile) {
    std::ranges::fill(parts.profile->weights, 0);
    std::ranges::fill(parts.profile->squared_weights, 0);
  }
  parts.moments = Moments::for_axes(dimensions());
  return copy;
}

bool Histogram::is_weighted() const noexcept {
  return is_profile() ? !parts_.profile->squared_weights.empty() : !parts_.squares.empty();
}

std::size_t Histogram::cell(std::span<const std::uint32_t> bins) const {
  if (bins.size() != dimensions())
    detail::fail(ErrorKind::misuse, "{} bin numbers for a histogram with {} axes", bins.size(), dimensions());
  std::size_t cell = 0;
  for (std::size_t axis = dimensions(); axis-- > 0;) {
    const std::size_t cells = parts_.axes[axis].bins.cells();
    if (bins[axis] >= cells)
      detail::fail(ErrorKind::misuse, "bin {} of axis {} is beyond the overflow bin {}", bins[axis], axis, cells - 1);
    cell = cell * cells + bins[axis];
  }
  return cell;
}

std::vector<double> Histogram::chosen(std::span<const double> numbers, Flow flow) const {
  require_cells("numbers", numbers.size(), cells());
  if (flow == Flow::included) return {numbers.begin(), numbers.end()};
  std::vector<double> inside;
  std::vector<std::uint32_t> bins(dimensions());
  for (const double number : numbers) {
    if (is_inside(bins, parts_.axes)) inside.push_back(number);
    go_on(bins, parts_.axes);
  }
  return inside;
}

std::vector<double> Histogram::values(Flow flow) const {
  if (!is_profile()) return chosen(parts_.contents, flow);
  std::vector<double> means = parts_.contents;
  for (std::size_t cell = 0; cell < means.size(); ++cell) {
    const double weight = parts_.profile->weights[cell];
    means[cell] = weight == 0 ? 0 : means[cell] / weight;
  }
  return chosen(means, flow);
}

std::vector<double> Histogram::variances(Flow flow) const {
  if (!is_profile() && is_weighted()) return chosen(parts_.squares, flow);
  std::vector<double> variances = parts_.contents;
  for (std::size_t cell = 0; cell < variances.size(); ++cell)
    variances[cell] = is_profile() ? parts_.profile->variance(cell, parts_.contents[cell], parts_.squares[cell])
                                   : std::abs(parts_.contents[cell]);
  return chosen(variances, flow);
}

std::vector<double> Histogram::counts(Flow flow) const {
  std::vector<double> counts = parts_.contents;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    if (is_profile()) {
      counts[cell] = parts_.profile->effective_count(cell);
    } else {
      const double variance = is_weighted() ? parts_.squares[cell] : std::abs(counts[cell]);
      counts[cell] = variance == 0 ? 0 : counts[cell] * counts[cell] / variance;
    }
  }
  return chosen(counts, flow);
}

Moments Histogram::shape_moments() const {
  if (parts_.moments.weights != 0 || parts_.moments.entries == 0) return parts_.moments;
  Moments sums = Moments::for_axes(dimensions());
  const std::vector<double>& weights = is_profile() ? parts_.profile->weights : parts_.contents;
  std::vector<std::uint32_t> bins(dimensions());
  std::vector<double> centers(dimensions());
  for (const double weight : weights) {
    if (is_inside(bins, parts_.axes)) {
      for (std::size_t axis = 0; axis < dimensions(); ++axis) centers[axis] = parts_.axes[axis].bins.center(bins[axis]);
      sums.add(centers, weight);
    }
    go_on(bins, parts_.axes);
  }
  return sums;
}

double Histogram::mean(std::size_t axis) const {
  const Moments sums = shape_moments();
  return sums.weights == 0 ? 0 : sums.weighted_values.at(axis) / sums.weights;
}

double Histogram::standard_deviation(std::size_t axis) const {
  const Moments sums = shape_moments();
  if (sums.weights == 0) return 0;
  const double mean = sums.weighted_values.at(axis) / sums.weights;
  return std::sqrt(std::abs(sums.weighted_squares.at(axis) / sums.weights - mean * mean));
}

Histogram::Place Histogram::place_of(std::span<const double> values) const noexcept {
  Place place{0, true};
  for (std::size_t axis = dimensions(); axis-- > 0;) {
    const Axis& bins = parts_.axes[axis].bins;
    const std::uint32_t bin = bins.index(values[axis]);
    place.cell = place.cell * bins.cells() + bin;
    place.is_inside = place.is_inside && bin != 0 && bin <= bins.bins();
  }
  return place;
}

bool Histogram::takes(double height) const noexcept {
  const double low = parts_.profile->lowest_height;
  const double high = parts_.profile->highest_height;
  return low == high || (height >= low && height <= high);
}

void Histogram::add_to_cell(std::size_t cell, double height, double weight) noexcept {
  if (!is_profile()) {
    parts_.contents[cell] += weight;
    if (is_weighted()) parts_.squares[cell] += weight * weight;
    return;
  }
  parts_.contents[cell] += weight * height;
  parts_.squares[cell] += weight * height * height;
  parts_.profile->weights[cell] += weight;
  if (is_weighted()) parts_.profile->squared_weights[cell] += weight * weight;
}

void Histogram::fill(std::span<const double> values, double weight) {
  const std::size_t wanted = dimensions() + (is_profile() ? 1 : 0);
  if (values.size() != wanted) detail::fail(ErrorKind::misuse, "{} values to fill, expected {}", values.size(), wanted);
  const double height = is_profile() ? values.back() : 0;
  if (is_profile() && !takes(height)) return;
  if (weight != 1) keep_squared_weights();
  const Place place = place_of(values);
  add_to_cell(place.cell, height, weight);
  ++parts_.moments.entries;
  if (!place.is_inside) return;
  parts_.moments.add(values, weight);
  parts_.moments.weighted_heights += weight * height;
  parts_.moments.weighted_squared_heights += weight * height * height;
}

void Histogram::require_columns(std::span<const NumberView> columns, const NumberView& weights) const {
  const std::size_t wanted = dimensions() + (is_profile() ? 1 : 0);
  if (columns.size() != wanted)
    detail::fail(ErrorKind::misuse, "{} columns to fill, expected {}", columns.size(), wanted);
  for (const NumberView& column : columns)
    if (column.size() != columns.front().size())
      detail::fail(ErrorKind::misuse, "columns of {} and {} values", columns.front().size(), column.size());
  if (!weights.empty() && weights.size() != columns.front().size())
    detail::fail(ErrorKind::misuse, "there are {} values and {} weights", columns.front().size(), weights.size());
}

/// A block of fills: their columns as doubles, their cells, and whether they are inside. Threads: one thread.
class Histogram::FillBlock {
 public:
  static constexpr std::size_t size = 512;

  FillBlock(const Histogram& histogram, std::size_t columns)
      : axes_(histogram.parts_.axes), scratch_(columns, std::vector<double>(size)), loaded_(columns) {}

  /// Load the fills from `first` on.
  void load(std::span<const NumberView> columns, const NumberView& weights, std::size_t first) {
    count_ = std::min(size, columns.front().size() - first);
    for (std::size_t column = 0; column < columns.size(); ++column)
      loaded_[column] = columns[column].part(first, count_).load(std::span(scratch_[column]).first(count_));
    std::ranges::fill(weights_, 1.0);
    if (!weights.empty())
      std::ranges::copy(weights.part(first, count_).load(std::span(weights_).first(count_)), weights_.begin());
    find_cells();
  }

  /// Drop fills of a profile whose heights are out of range.
  template <class Takes>
  void keep(const Takes& takes) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!takes(loaded_.back()[i])) continue;
      for (std::size_t column = 0; column < loaded_.size(); ++column) scratch_[column][kept] = loaded_[column][i];
      weights_[kept] = weights_[i];
      cells_[kept] = cells_[i];
      is_inside_[kept++] = is_inside_[i];
    }
    count_ = kept;
    for (std::size_t column = 0; column < loaded_.size(); ++column)
      loaded_[column] = std::span(scratch_[column]).first(kept);
  }

  /// Set value, height and weight of fills outside to 0.
  void mask() {
    for (std::size_t column = 0; column < loaded_.size(); ++column) {
      for (std::size_t i = 0; i < count_; ++i) scratch_[column][i] = is_inside_[i] != 0 ? loaded_[column][i] : 0;
      loaded_[column] = std::span(scratch_[column]).first(count_);
    }
    for (std::size_t i = 0; i < count_; ++i) weights_[i] = is_inside_[i] != 0 ? weights_[i] : 0;
  }

  std::size_t count() const noexcept { return count_; }
  std::span<const std::span<const double>> columns() const noexcept { return loaded_; }
  std::span<const double> weights() const noexcept { return std::span(weights_).first(count_); }
  std::span<const std::size_t> cells() const noexcept { return std::span(cells_).first(count_); }

 private:
  void find_cells() {
    cells_.fill(0);
    is_inside_.fill(1);
    for (std::size_t axis = axes_.size(); axis-- > 0;) {
      const Axis& bins = axes_[axis].bins;
      bins.indices(loaded_[axis], std::span(bins_).first(count_));
      const std::uint32_t last = bins.bins();
      for (std::size_t i = 0; i < count_; ++i) {
        cells_[i] = cells_[i] * bins.cells() + bins_[i];
        is_inside_[i] &= static_cast<std::uint8_t>(bins_[i] - 1 < last);  // 0 - 1 wraps to a large number
      }
    }
  }

  std::span<const NamedAxis> axes_;
  std::vector<std::vector<double>> scratch_;
  std::vector<std::span<const double>> loaded_;
  std::array<double, size> weights_{};
  std::array<std::uint32_t, size> bins_{};
  std::array<std::size_t, size> cells_{};
  std::array<std::uint8_t, size> is_inside_{};
  std::size_t count_ = 0;
};

void Histogram::fill(std::span<const NumberView> columns, NumberView weights) {
  require_columns(columns, weights);
  if (!weights.empty()) keep_squared_weights();
  FillBlock block(*this, columns.size());
  for (std::size_t first = 0; first < columns.front().size(); first += FillBlock::size) {
    block.load(columns, weights, first);
    if (is_profile()) block.keep([&](double height) { return takes(height); });
    fill(block);
  }
}

void Histogram::fill(FillBlock& block) {
  const std::span<const std::size_t> cells = block.cells();
  for (std::size_t i = 0; i < cells.size(); ++i)
    add_to_cell(cells[i], is_profile() ? block.columns().back()[i] : 0, block.weights()[i]);
  Moments& moments = parts_.moments;
  moments.entries += static_cast<double>(block.count());
  block.mask();
  moments.add(block.columns().first(dimensions()), block.weights());
  if (!is_profile()) return;
  const std::span<const double> heights = block.columns().back();
  for (std::size_t i = 0; i < heights.size(); ++i) {
    moments.weighted_heights += block.weights()[i] * heights[i];
    moments.weighted_squared_heights += block.weights()[i] * heights[i] * heights[i];
  }
}

void Histogram::keep_squared_weights() {
  if (is_weighted()) return;
  if (is_profile())
    parts_.profile->squared_weights = parts_.profile->weights;
  else
    parts_.squares = variances(Flow::included);
}

Histogram& Histogram::operator*=(double factor) {
  const auto scale = [](std::vector<double>& numbers, double by) {
    for (double& number : numbers) number *= by;
  };
  Moments& moments = parts_.moments;
  if (!is_profile()) {
    keep_squared_weights();
    moments.weights *= factor;
    moments.squared_weights *= factor * factor;
    scale(moments.weighted_values, factor);
    scale(moments.weighted_squares, factor);
    scale(moments.weighted_products, factor);
  }
  moments.weighted_heights *= factor;
  moments.weighted_squared_heights *= factor * factor;
  scale(parts_.contents, factor);
  scale(parts_.squares, factor * factor);
  return *this;
}

Histogram& Histogram::operator+=(const Histogram& other) {
  const auto has_same_bins = [](const NamedAxis& left, const NamedAxis& right) {
    return have_same_edges(left.bins, right.bins) && left.bin_labels == right.bin_labels;
  };
  const bool fits =
      is_profile() == other.is_profile() && std::ranges::equal(parts_.axes, other.parts_.axes, has_same_bins);
  if (!fits)
    detail::fail(ErrorKind::misuse, "histogram '{}' ({} axes, {} cells) cannot be added to '{}' ({} axes, {} cells)",
                 other.parts_.name, other.dimensions(), other.cells(), parts_.name, dimensions(), cells());
  if (other.is_weighted()) keep_squared_weights();
  if (is_weighted() && !other.is_weighted()) {
    Histogram weighted = other;
    weighted.keep_squared_weights();
    return *this += weighted;
  }
  const HistogramParts& more = other.parts_;
  add(parts_.contents, more.contents);
  add(parts_.squares, more.squares);
  if (is_profile()) {
    add(parts_.profile->weights, more.profile->weights);
    add(parts_.profile->squared_weights, more.profile->squared_weights);
  }
  Moments& moments = parts_.moments;
  moments.entries += more.moments.entries;
  moments.weights += more.moments.weights;
  moments.squared_weights += more.moments.squared_weights;
  add(moments.weighted_values, more.moments.weighted_values);
  add(moments.weighted_squares, more.moments.weighted_squares);
  add(moments.weighted_products, more.moments.weighted_products);
  moments.weighted_heights += more.moments.weighted_heights;
  moments.weighted_squared_heights += more.moments.weighted_squared_heights;
  return *this;
}

Histogram1D Histogram::one_dimensional() const {
  if (dimensions() != 1 || is_profile())
    detail::fail(ErrorKind::misuse, "histogram '{}' is a {} with {} axes, expected a histogram with one axis",
                 parts_.name, is_profile() ? "profile" : "histogram", dimensions());
  const NamedAxis& axis = parts_.axes.front();
  return {{.name = parts_.name,
           .title = parts_.title,
           .axis_title = axis.title,
           .value_title = parts_.value_title,
           .bin_labels = axis.bin_labels,
           .is_alphanumeric = axis.is_alphanumeric},
          axis.bins,
          parts_.contents,
          parts_.squares,
          parts_.moments.statistics()};
}

void Histogram::set_contents(const Histogram1D& filled) {
  if (dimensions() != 1 || is_profile() || parts_.axes.front().bins != filled.axis())
    detail::fail(ErrorKind::misuse, "histogram '{}' does not have the bins of '{}'", parts_.name, filled.labels().name);
  parts_.contents = filled.values(Flow::included);
  parts_.squares.assign(filled.squared_weights().begin(), filled.squared_weights().end());
  parts_.moments = Moments::of(filled.statistics());
}

}  // namespace ramet::inline v1::hist
