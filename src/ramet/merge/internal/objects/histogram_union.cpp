#include "ramet/merge/internal/objects/histogram_union.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "ramet/hist/detail/same_edges.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using hist::Axis;
using hist::HistogramParts;
using hist::NamedAxis;

constexpr double tolerance = 1e-9;  // of a bin's width
constexpr double most_bins = 100'000'000;

/// The number of `width`s in a length, if it is whole.
std::optional<double> whole_number_of(double length, double width) noexcept {
  const double number = std::round(length / width);
  if (!std::isfinite(number) || std::abs(length / width - number) > tolerance * std::max(1.0, std::abs(number)))
    return std::nullopt;
  return number;
}

double width_of(const Axis& axis) noexcept { return (axis.high() - axis.low()) / axis.bins(); }

std::vector<std::uint32_t> same_bins(const Axis& axis) {
  std::vector<std::uint32_t> bins(axis.cells());
  std::iota(bins.begin(), bins.end(), 0U);
  return bins;
}

/// Where the bins of an axis lie in another one.
std::vector<std::uint32_t> bins_in(const Axis& axis, const Axis& whole) {
  std::vector<std::uint32_t> bins(axis.cells());
  for (std::uint32_t bin = 1; bin <= axis.bins(); ++bin) bins[bin] = whole.index(axis.center(bin));
  bins.back() = whole.bins() + 1;
  return bins;
}

AxisUnion problem_of(const NamedAxis& left, std::string problem) {
  return {.axis = left, .left = {}, .right = {}, .problem = std::move(problem)};
}

AxisUnion regular_union(const NamedAxis& left, const NamedAxis& right) {
  const Axis& coarser = width_of(left.bins) < width_of(right.bins) ? right.bins : left.bins;
  const double width = width_of(coarser);
  const double below = std::ceil((coarser.low() - std::min(left.bins.low(), right.bins.low())) / width - tolerance);
  const double low = coarser.low() - below * width;
  const double high = std::max(left.bins.high(), right.bins.high());
  for (const NamedAxis* axis : {&left, &right}) {
    const double own = width_of(axis->bins);
    if (!whole_number_of(width, own) || !whole_number_of(axis->bins.low() - low, own))
      return problem_of(left, "the edges of its bins do not fit together");
  }
  const double bins = std::ceil((high - low) / width - tolerance);
  if (bins > most_bins) return problem_of(left, fmt::format("it would have {} bins", bins));
  AxisUnion joined = problem_of(left, "");
  joined.axis.bins = hist::RegularAxis{static_cast<std::uint32_t>(bins), low, low + bins * width};
  joined.left = bins_in(left.bins, joined.axis.bins);
  joined.right = bins_in(right.bins, joined.axis.bins);
  return joined;
}

/// The bins of an axis by their names, if each name occurs once.
std::optional<std::map<std::string, std::uint32_t>> bins_by_name(const NamedAxis& axis) {
  std::map<std::string, std::uint32_t> bins;
  for (const auto& [bin, name] : axis.bin_labels)
    if (!bins.emplace(name, bin).second) return std::nullopt;
  return bins;
}

/// Bins without a name have no place in the union; they must be empty (`has_place`).
constexpr std::uint32_t no_place = ~std::uint32_t{0};

/// Whether each bin of one has the same name in the other, or none: then bins of one number are the same.
bool have_fitting_names(const NamedAxis& left, const NamedAxis& right,
                        const std::map<std::string, std::uint32_t>& of_left) {
  if (!hist::have_same_edges(left.bins, right.bins)) return false;
  return std::ranges::all_of(right.bin_labels, [&](const auto& label) {
    const auto there = left.bin_labels.find(label.first);
    const auto same = of_left.find(label.second);
    return (there == left.bin_labels.end() || there->second == label.second) &&
           (same == of_left.end() || same->second == label.first);
  });
}

AxisUnion named_union(const NamedAxis& left, const NamedAxis& right) {
  auto known = bins_by_name(left);
  if (!known || !bins_by_name(right)) return problem_of(left, "two of its bins have the same name");
  if (have_fitting_names(left, right, *known)) {
    AxisUnion joined{.axis = left, .left = same_bins(left.bins), .right = same_bins(left.bins), .problem = {}};
    joined.axis.bin_labels.insert(right.bin_labels.begin(), right.bin_labels.end());
    return joined;
  }
  AxisUnion joined = problem_of(left, "");
  std::uint32_t last = left.bin_labels.empty() ? 0 : left.bin_labels.rbegin()->first;
  joined.right.assign(right.bins.cells(), no_place);
  for (const auto& [bin, name] : right.bin_labels) {
    const auto [place, is_new] = known->try_emplace(name, last + 1);
    if (is_new) joined.axis.bin_labels.emplace(++last, name);
    joined.right[bin] = place->second;
  }
  const double width = width_of(left.bins);
  const bool begin_alike =
      left.bins.low() == right.bins.low() && std::abs(width - width_of(right.bins)) <= tolerance * width;
  std::uint64_t bins = begin_alike ? std::max(left.bins.bins(), right.bins.bins()) : left.bins.bins();
  while (bins < last) bins *= 2;  // as TH1::LabelsInflate
  joined.axis.bins = hist::RegularAxis{static_cast<std::uint32_t>(bins), left.bins.low(),
                                       left.bins.low() + static_cast<double>(bins) * width};
  joined.left = same_bins(left.bins);
  joined.left.back() = joined.right.back() = joined.axis.bins.bins() + 1;
  joined.right.front() = 0;
  return joined;
}

/// The bins of a cell along each axis.
void next_cell(std::span<std::uint32_t> bins, std::span<const NamedAxis> axes) noexcept {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (++bins[axis] < axes[axis].bins.cells()) return;
    bins[axis] = 0;
  }
}

/// Adds the cells of one histogram to the sum. Threads: one thread.
class CellSum {
 public:
  CellSum(HistogramParts& sum, const HistogramParts& from, std::vector<std::vector<std::uint32_t>> places)
      : sum_(sum), from_(from), places_(std::move(places)) {}

  /// Returns the number of the axis along which a cell with contents has no place.
  std::optional<std::size_t> run() {
    std::vector<std::uint32_t> bins(from_.axes.size());
    for (std::size_t cell = 0; cell < from_.contents.size(); ++cell, next_cell(bins, from_.axes)) {
      if (is_empty(cell)) continue;
      std::size_t to = 0;
      std::size_t stride = 1;
      for (std::size_t axis = 0; axis < bins.size(); ++axis) {
        if (!has_place(axis, bins[axis])) return axis;
        to += stride * places_[axis][bins[axis]];
        stride *= sum_.axes[axis].bins.cells();
      }
      add(cell, to);
    }
    return std::nullopt;
  }

 private:
  bool is_empty(std::size_t cell) const {
    return from_.contents[cell] == 0 && (from_.squares.empty() || from_.squares[cell] == 0) &&
           (!from_.profile || from_.profile->weights[cell] == 0);
  }

  bool has_place(std::size_t axis, std::uint32_t bin) const {
    const Axis& own = from_.axes[axis].bins;
    const Axis& whole = sum_.axes[axis].bins;
    if (places_[axis][bin] == no_place) return false;
    if (!from_.axes[axis].bin_labels.empty()) return true;
    if (bin == 0) return own.low() == whole.low();
    return bin <= own.bins() || std::abs(own.high() - whole.high()) <= tolerance * width_of(whole);
  }

  void add(std::size_t from, std::size_t to) {
    sum_.contents[to] += from_.contents[from];
    if (!sum_.squares.empty())
      sum_.squares[to] += from_.squares.empty() ? std::abs(from_.contents[from]) : from_.squares[from];
    if (!sum_.profile || !from_.profile) return;
    sum_.profile->weights[to] += from_.profile->weights[from];
    if (!sum_.profile->squared_weights.empty())
      sum_.profile->squared_weights[to] +=
          from_.profile->squared_weights.empty() ? from_.profile->weights[from] : from_.profile->squared_weights[from];
  }

  HistogramParts& sum_;
  const HistogramParts& from_;
  std::vector<std::vector<std::uint32_t>> places_;
};

void add_all(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t index = 0; index < std::min(to.size(), from.size()); ++index) to[index] += from[index];
}

/// A histogram of the axes of the sum without contents.
void clear(HistogramParts& sum, const HistogramParts& right) {
  const bool has_squares = !sum.squares.empty() || !right.squares.empty();
  std::size_t cells = 1;
  for (const NamedAxis& axis : sum.axes) cells *= axis.bins.cells();
  sum.contents.assign(cells, 0);
  sum.squares.assign(has_squares ? cells : 0, 0);
  if (!sum.profile) return;
  const bool has_weights =
      !sum.profile->squared_weights.empty() || (right.profile && !right.profile->squared_weights.empty());
  sum.profile->weights.assign(cells, 0);
  sum.profile->squared_weights.assign(has_weights ? cells : 0, 0);
}

bool is_inside(std::span<const std::uint32_t> bins, std::span<const NamedAxis> axes) noexcept {
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (bins[axis] < 1 || bins[axis] > axes[axis].bins.bins()) return false;
  return true;
}

/// Whether the bins of an axis are names, and not some of them intervals with a name.
bool is_of_names(const NamedAxis& axis) noexcept { return axis.is_alphanumeric && !axis.bin_labels.empty(); }

/// Add what a cell with this weight in its middle gives to the sums along the axes.
void add_middle(hist::Moments& moments, double weight, std::span<const std::uint32_t> bins,
                std::span<const NamedAxis> axes) {
  // As in ROOT, positions along an axis of names mean nothing.
  const auto middle = [&](std::size_t axis) {
    return is_of_names(axes[axis]) ? 0.0 : axes[axis].bins.center(bins[axis]);
  };
  std::size_t product = 0;
  for (std::size_t axis = 0; axis < std::min(axes.size(), moments.weighted_values.size()); ++axis) {
    moments.weighted_values[axis] += weight * middle(axis);
    moments.weighted_squares[axis] += weight * middle(axis) * middle(axis);
    for (std::size_t other = axis + 1; other < axes.size() && product < moments.weighted_products.size(); ++other)
      moments.weighted_products[product++] += weight * middle(axis) * middle(other);
  }
}

}  // namespace

double variance_of(const HistogramParts& histogram, std::size_t cell) noexcept {
  return histogram.squares.empty() ? std::abs(histogram.contents[cell]) : histogram.squares[cell];
}

hist::Moments statistics_of(const HistogramParts& histogram) {
  const hist::Moments& of_fills = histogram.moments;
  if (of_fills.weights != 0 || of_fills.entries == 0) return of_fills;
  hist::Moments moments{.entries = of_fills.entries};
  moments.weighted_values.resize(of_fills.weighted_values.size());
  moments.weighted_squares.resize(of_fills.weighted_squares.size());
  moments.weighted_products.resize(of_fills.weighted_products.size());
  const auto& profile = histogram.profile;
  std::vector<std::uint32_t> bins(histogram.axes.size());
  for (std::size_t cell = 0; cell < histogram.contents.size(); ++cell, next_cell(bins, histogram.axes)) {
    if (!is_inside(bins, histogram.axes)) continue;
    const double weight = profile ? profile->weights[cell] : histogram.contents[cell];
    moments.weights += weight;
    add_middle(moments, weight, bins, histogram.axes);
    if (!profile) {
      moments.squared_weights += variance_of(histogram, cell);
      continue;
    }
    moments.squared_weights += profile->squared_weights.empty() ? weight : profile->squared_weights[cell];
    moments.weighted_heights += histogram.contents[cell];
    moments.weighted_squared_heights += histogram.squares.empty() ? 0 : histogram.squares[cell];
  }
  return moments;
}

bool has_nothing(const hist::HistogramParts& histogram) noexcept {
  const auto is_zero = [](double value) { return value == 0; };
  return histogram.moments.entries == 0 && std::ranges::all_of(histogram.contents, is_zero) &&
         std::ranges::all_of(histogram.squares, is_zero) &&
         (!histogram.profile || std::ranges::all_of(histogram.profile->weights, is_zero)) &&
         std::ranges::all_of(histogram.axes, [](const NamedAxis& axis) { return axis.bin_labels.empty(); });
}

void set_axes(hist::HistogramParts& histogram, const std::vector<NamedAxis>& axes) {
  histogram.axes = axes;
  std::size_t cells = 1;
  for (const NamedAxis& axis : axes) cells *= axis.bins.cells();
  const auto empty = [&](std::vector<double>& numbers) { numbers.assign(numbers.empty() ? 0 : cells, 0); };
  histogram.contents.assign(cells, 0);
  empty(histogram.squares);
  if (!histogram.profile) return;
  histogram.profile->weights.assign(cells, 0);
  empty(histogram.profile->squared_weights);
}

void add_moments(hist::Moments& to, const hist::Moments& from) {
  to.entries += from.entries;
  to.weights += from.weights;
  to.squared_weights += from.squared_weights;
  add_all(to.weighted_values, from.weighted_values);
  add_all(to.weighted_squares, from.weighted_squares);
  add_all(to.weighted_products, from.weighted_products);
  to.weighted_heights += from.weighted_heights;
  to.weighted_squared_heights += from.weighted_squared_heights;
}

AxisUnion union_of(const NamedAxis& left, const NamedAxis& right) {
  const bool has_names = !left.bin_labels.empty() || !right.bin_labels.empty();
  if (hist::have_same_edges(left.bins, right.bins) && left.bin_labels == right.bin_labels)
    return {.axis = left, .left = same_bins(left.bins), .right = same_bins(left.bins), .problem = {}};
  if (!left.bins.has_range() || !right.bins.has_range())
    return problem_of(left, "one of the histograms has no range yet");
  if (!left.bins.is_regular() || !right.bins.is_regular()) return problem_of(left, "its bins are other ones");
  if (!has_names) return regular_union(left, right);
  if (left.bin_labels.empty() || right.bin_labels.empty())
    return problem_of(left, "only some of the histograms have names of bins");
  return named_union(left, right);
}

HistogramUnion union_of(const HistogramParts& left, const HistogramParts& right) {
  constexpr std::array<const char*, 3> names = {"x", "y", "z"};
  HistogramUnion joined{.sum = left};
  std::vector<std::vector<std::uint32_t>> of_left;
  std::vector<std::vector<std::uint32_t>> of_right;
  const auto name_of = [&](std::size_t axis) { return std::string(axis < names.size() ? names.at(axis) : "axis"); };
  for (std::size_t axis = 0; axis < left.axes.size(); ++axis) {
    AxisUnion both = union_of(left.axes[axis], right.axes.at(axis));
    if (!both.problem.empty()) return {left, name_of(axis), both.problem};
    joined.sum.axes[axis] = std::move(both.axis);
    of_left.push_back(std::move(both.left));
    of_right.push_back(std::move(both.right));
  }
  clear(joined.sum, right);
  for (const auto& [from, places] : {std::pair(&left, &of_left), std::pair(&right, &of_right)})
    if (const auto axis = CellSum(joined.sum, *from, *places).run())
      return {left, name_of(*axis), "values outside of the bins have no place when the range or the names grow"};
  add_moments(joined.sum.moments, right.moments);
  return joined;
}

}  // namespace ramet::inline v1::merge::internal
