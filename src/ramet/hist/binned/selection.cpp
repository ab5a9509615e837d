#include "ramet/hist/binned/selection.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr std::size_t left_out = std::numeric_limits<std::size_t>::max();

void require_fits(const AxisSelection& selection, const Axis& axis, std::size_t number) {
  const std::uint32_t low = selection.is_summed ? 0 : 1;
  const std::uint32_t high = axis.bins() + (selection.is_summed ? 2 : 1);
  if (selection.first < low || selection.end > high || selection.first >= selection.end)
    detail::fail(ErrorKind::misuse, "cells {} to {} of axis {}, expected a range within {} to {}", selection.first,
                 selection.end, number, low, high);
  if (selection.merged == 0 || (!selection.is_summed && selection.merged > selection.end - selection.first))
    detail::fail(ErrorKind::misuse, "cannot merge {} bins of axis {}: {} are selected", selection.merged, number,
                 selection.end - selection.first);
}

/// The number of bins of an axis that is kept.
std::uint32_t bins_of(const AxisSelection& selection) noexcept {
  return (selection.end - selection.first) / selection.merged;
}

/// Map the old cells along an axis to new cells.
std::vector<std::size_t> new_cells(const AxisSelection& selection, const Axis& axis) {
  std::vector<std::size_t> cells(axis.cells(), left_out);
  for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
    const bool is_in = cell >= selection.first && cell < selection.end;
    if (selection.is_summed) {
      if (is_in) cells[cell] = 0;
    } else if (cell < selection.first) {
      cells[cell] = 0;
    } else {
      const std::uint32_t overflow = bins_of(selection) + 1;
      cells[cell] = is_in ? std::min((cell - selection.first) / selection.merged + 1, overflow) : overflow;
    }
  }
  return cells;
}

NamedAxis new_axis(const AxisSelection& selection, const NamedAxis& axis) {
  const std::uint32_t bins = bins_of(selection);
  NamedAxis made = axis;
  made.first_shown = made.last_shown = 0;
  if (selection.first == 1 && bins == axis.bins.bins()) return made;
  const std::vector<double> edges = axis.bins.edges();
  VariableAxis kept{{}};
  for (std::uint32_t bin = 0; bin <= bins; ++bin)
    kept.edges.push_back(edges[selection.first - 1 + bin * selection.merged]);
  made.bins = axis.bins.is_regular() ? Axis(RegularAxis{bins, kept.edges.front(), kept.edges.back()}) : Axis(kept);
  made.bin_labels.clear();
  made.can_extend = false;
  made.is_alphanumeric = axis.is_alphanumeric && selection.merged == 1;
  if (selection.merged == 1)
    for (const auto& [bin, label] : axis.bin_labels)
      if (bin >= selection.first && bin < selection.end) made.bin_labels.emplace(bin - selection.first + 1, label);
  return made;
}

/// Maps the cells of a histogram to those of a selection. Threads: immutable.
class CellMap {
 public:
  /// `order` has the axes that are kept, in the order of the result.
  CellMap(const Histogram& histogram, std::span<const AxisSelection> selections, std::span<const std::size_t> order) {
    for (std::size_t axis = 0; axis < selections.size(); ++axis)
      offsets_.push_back(new_cells(selections[axis], histogram.parts().axes[axis].bins));
    for (const std::size_t axis : order) {
      for (std::size_t& cell : offsets_[axis]) cell *= size_;
      size_ *= std::size_t{bins_of(selections[axis])} + 2;
    }
  }

  std::size_t size() const noexcept { return size_; }

  /// Add up the numbers of old cells in the new ones; empty for no numbers.
  std::vector<double> sums(std::span<const double> numbers) const {
    if (numbers.empty()) return {};
    std::vector<double> sums(size_);
    visit([&, from = numbers.begin()](std::size_t to) mutable {
      if (to != left_out) sums[to] += *from;
      ++from;
    });
    return sums;
  }

  /// The sum of the absolute values of numbers that are left out.
  double left_out_of(std::span<const double> numbers) const {
    double sum = 0;
    visit([&, from = numbers.begin()](std::size_t to) mutable {
      if (to == left_out) sum += std::abs(*from);
      ++from;
    });
    return sum;
  }

 private:
  /// Call `work` with the new cell of each old cell, in order.
  template <class Work>
  void visit(Work work) const {
    std::vector<std::size_t> bins(offsets_.size());
    while (true) {
      std::size_t to = 0;
      for (std::size_t axis = 0; axis < bins.size() && to != left_out; ++axis) {
        const std::size_t offset = offsets_[axis][bins[axis]];
        to = offset == left_out ? left_out : to + offset;
      }
      work(to);
      std::size_t axis = 0;
      while (axis < bins.size() && ++bins[axis] == offsets_[axis].size()) bins[axis++] = 0;
      if (axis == bins.size()) return;
    }
  }

  std::vector<std::vector<std::size_t>> offsets_;
  std::size_t size_ = 1;
};

/// The class of the same kind for the new number of axes, for example "TH1F" for "TH2F".
std::string class_with(const Histogram& made, const std::string& before) {
  HistogramParts parts = made.parts();
  if (before.size() == 4 && before.starts_with("TH") && std::isdigit(static_cast<unsigned char>(before[2])) != 0)
    parts.class_name = fmt::format("TH{}{}", made.dimensions(), before[3]);
  return std::string(stored_class(Histogram(std::move(parts))));
}

const std::vector<double>& weights_of(const HistogramParts& parts) {
  return parts.profile ? parts.profile->weights : parts.contents;
}
const std::vector<double>& squared_weights_of(const HistogramParts& parts) {
  return parts.profile ? parts.profile->squared_weights : parts.squares;
}

double sum_of(std::span<const double> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

/// Moments computed from the centres of the bins.
Moments moments_of_centers(const Histogram& made) {
  const HistogramParts& parts = made.parts();
  const std::vector<double>& weights = weights_of(parts);
  const std::vector<double>& squares = squared_weights_of(parts);
  Moments moments = Moments::for_axes(made.dimensions());
  std::vector<std::uint32_t> bins(made.dimensions());
  std::vector<double> centers(made.dimensions());
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    bool is_inside = true;
    for (std::size_t axis = 0, rest = cell; axis < bins.size(); ++axis) {
      const Axis& along = parts.axes[axis].bins;
      bins[axis] = static_cast<std::uint32_t>(rest % along.cells());
      rest /= along.cells();
      is_inside = is_inside && bins[axis] != 0 && bins[axis] <= along.bins();
      if (is_inside) centers[axis] = along.center(bins[axis]);
    }
    if (!is_inside) continue;
    const double squared_before = moments.squared_weights;
    moments.add(centers, weights[cell]);
    moments.squared_weights = squared_before + (squares.empty() ? weights[cell] : squares[cell]);
    if (!made.is_profile()) continue;
    moments.weighted_heights += parts.contents[cell];
    moments.weighted_squared_heights += parts.squares[cell];
  }
  return moments;
}

/// The number of entries of weight 1 with the same precision.
double effective_entries(const HistogramParts& parts) {
  const double all = sum_of(weights_of(parts));
  const std::vector<double>& squares = squared_weights_of(parts);
  return squares.empty() || all == 0 ? all : all * all / sum_of(squares);
}

/// The moments of the axes that are kept.
Moments moments_along(const Moments& all, std::span<const std::size_t> order) {
  Moments moments = Moments::for_axes(order.size());
  moments.entries = all.entries;
  moments.weights = all.weights;
  moments.squared_weights = all.squared_weights;
  moments.weighted_heights = all.weighted_heights;
  moments.weighted_squared_heights = all.weighted_squared_heights;
  std::size_t product = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    moments.weighted_values[i] = all.weighted_values[order[i]];
    moments.weighted_squares[i] = all.weighted_squares[order[i]];
    for (std::size_t j = 0; j < i && product < moments.weighted_products.size(); ++j, ++product) {
      const auto [first, second] = std::minmax(order[i], order[j]);
      moments.weighted_products[product] = all.weighted_products[second * (second - 1) / 2 + first];
    }
  }
  return moments;
}

/// Whether the same fills are inside the range of all axes: kept axes keep their range, and any underflow or overflow
/// that is added from other axes is empty.
bool keeps_fills(const Histogram& histogram, std::span<const AxisSelection> selections) {
  const auto has_range = [&](std::size_t axis) {
    const std::uint32_t bins = histogram.parts().axes[axis].bins.bins();
    const AxisSelection& selection = selections[axis];
    return selection.first <= 1 && (selection.end > bins) && bins % selection.merged == 0;
  };
  std::vector<AxisSelection> outside;
  for (std::size_t axis = 0; axis < selections.size(); ++axis) {
    if (!has_range(axis)) return false;
    const Axis& bins = histogram.parts().axes[axis].bins;
    const bool adds_flow = selections[axis].first == 0 || selections[axis].end > bins.bins() + 1;
    outside.push_back(adds_flow ? AxisSelection{.first = 1, .end = bins.bins() + 1, .is_summed = true}
                                : AxisSelection::sum_of(bins));
  }
  return CellMap(histogram, outside, {}).left_out_of(weights_of(histogram.parts())) == 0;
}

void require_selections(const Histogram& histogram, std::span<const AxisSelection> selections) {
  if (selections.size() != histogram.dimensions())
    detail::fail(ErrorKind::misuse, "{} selections for a histogram with {} axes", selections.size(),
                 histogram.dimensions());
  for (std::size_t axis = 0; axis < selections.size(); ++axis)
    require_fits(selections[axis], histogram.parts().axes[axis].bins, axis);
}

std::optional<ProfileSums> sums_of(const std::optional<ProfileSums>& profile, const CellMap& map) {
  if (!profile) return std::nullopt;
  ProfileSums sums = *profile;
  sums.weights = map.sums(profile->weights);
  sums.squared_weights = map.sums(profile->squared_weights);
  return sums;
}

Histogram select_in_order(const Histogram& histogram, std::span<const AxisSelection> selections,
                          std::span<const std::size_t> order) {
  const HistogramParts& parts = histogram.parts();
  const CellMap map(histogram, selections, order);
  HistogramParts made{.name = parts.name, .title = parts.title, .value_title = parts.value_title};
  for (const std::size_t axis : order) made.axes.push_back(new_axis(selections[axis], parts.axes[axis]));
  name_axes(made.axes);
  made.contents = map.sums(parts.contents);
  made.squares = map.sums(parts.squares);
  made.profile = sums_of(parts.profile, map);
  made.moments =
      keeps_fills(histogram, selections) ? moments_along(parts.moments, order) : moments_of_centers(Histogram(made));
  const bool leaves_out = map.left_out_of(weights_of(parts)) != 0;
  made.moments.entries = leaves_out ? effective_entries(made) : parts.moments.entries;
  made.class_name = class_with(Histogram(made), parts.class_name);
  return Histogram(std::move(made));
}

std::vector<std::size_t> kept_axes(std::span<const AxisSelection> selections) {
  std::vector<std::size_t> kept;
  for (std::size_t axis = 0; axis < selections.size(); ++axis)
    if (!selections[axis].is_summed) kept.push_back(axis);
  return kept;
}

}  // namespace

Histogram select(const Histogram& histogram, std::span<const AxisSelection> selections) {
  require_selections(histogram, selections);
  const std::vector<std::size_t> order = kept_axes(selections);
  if (order.empty())
    detail::fail(ErrorKind::misuse, "a selection of histogram '{}' keeps no axis", histogram.parts().name);
  return select_in_order(histogram, selections, order);
}

Histogram project(const Histogram& histogram, std::span<const std::size_t> axes) {
  if (axes.empty())
    detail::fail(ErrorKind::misuse, "a projection of histogram '{}' needs at least one axis", histogram.parts().name);
  std::vector<AxisSelection> selections;
  for (const NamedAxis& axis : histogram.parts().axes) selections.push_back(AxisSelection::sum_of(axis.bins));
  for (const std::size_t axis : axes) {
    if (axis >= selections.size())
      detail::fail(ErrorKind::misuse, "axis {} of a histogram with {} axes", axis, histogram.dimensions());
    if (!selections[axis].is_summed) detail::fail(ErrorKind::misuse, "a projection has axis {} twice", axis);
    selections[axis] = AxisSelection::all_of(histogram.parts().axes[axis].bins);
  }
  return select_in_order(histogram, selections, axes);
}

CellSum sum_over(const Histogram& histogram, std::span<const AxisSelection> selections) {
  require_selections(histogram, selections);
  if (!kept_axes(selections).empty())
    detail::fail(ErrorKind::misuse, "a sum over histogram '{}' must not keep an axis", histogram.parts().name);
  const HistogramParts& parts = histogram.parts();
  const CellMap map(histogram, selections, {});
  const double content = map.sums(parts.contents).front();
  if (!histogram.is_profile()) return {content, map.sums(histogram.variances(Flow::included)).front()};
  const std::optional<ProfileSums> sums = sums_of(parts.profile, map);
  const double weight = sums->weights.front();
  return {weight == 0 ? 0 : content / weight, sums->variance(0, content, map.sums(parts.squares).front())};
}

}  // namespace ramet::inline v1::hist
