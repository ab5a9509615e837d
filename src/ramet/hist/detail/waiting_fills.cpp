#include "ramet/hist/detail/waiting_fills.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/hist/detail/good_limits.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where the contents of the bins of an axis go. Threads: a value.
struct MovedBins {
  std::vector<std::uint32_t> places;
  std::size_t stride;  // from the cell of a bin to that of the next one

  void move(std::vector<double>& numbers) const {
    const std::vector<double> before = std::exchange(numbers, std::vector<double>(numbers.size(), 0));
    for (std::size_t cell = 0; cell < before.size(); ++cell) {
      const std::size_t bin = cell / stride % places.size();
      if (bin == 0 || bin + 1 == places.size()) continue;  // lost, as in ROOT
      numbers[cell - bin * stride + places[bin] * stride] += before[cell];
    }
  }
};

/// Give an axis a longer range of as many bins.
void extend(HistogramParts& histogram, std::size_t number, const Axis& longer) {
  Axis& axis = histogram.axes[number].bins;
  if (longer == axis) return;
  MovedBins moved{.places = std::vector<std::uint32_t>(axis.cells()), .stride = 1};
  for (std::uint32_t bin = 1; bin <= axis.bins(); ++bin) moved.places[bin] = longer.index(axis.center(bin));
  for (std::size_t lower = 0; lower < number; ++lower) moved.stride *= histogram.axes[lower].bins.cells();
  axis = longer;
  moved.move(histogram.contents);
  moved.move(histogram.squares);
  if (!histogram.profile) return;
  moved.move(histogram.profile->weights);
  moved.move(histogram.profile->squared_weights);
}

bool can_extend(const NamedAxis& axis) noexcept { return axis.can_extend && axis.bins.is_regular(); }

bool have_ranges(const HistogramParts& histogram) noexcept {
  return std::ranges::all_of(histogram.axes, [](const NamedAxis& axis) { return axis.bins.has_range(); });
}

/// Fills a histogram whose axes may extend. Threads: one thread.
class ExtendingFill {
 public:
  explicit ExtendingFill(HistogramParts histogram) : histogram_(std::move(histogram)) {}

  void fill(std::span<const double> values, double weight) {
    if (takes(values.back()))
      for (std::size_t axis = 0; axis < histogram_.dimensions(); ++axis) make_room(axis, values[axis]);
    histogram_.fill(values, weight);
  }

  Histogram done() && { return std::move(histogram_); }

 private:
  /// A profile with limits leaves out all other heights, and the values that are with them.
  bool takes(double height) const noexcept {
    const auto& profile = histogram_.parts().profile;
    return !profile || profile->lowest_height == profile->highest_height ||
           (height >= profile->lowest_height && height <= profile->highest_height);
  }

  void make_room(std::size_t number, double value) {
    const NamedAxis& axis = histogram_.parts().axes[number];
    const bool is_inside = value >= axis.bins.low() && value < axis.bins.high();
    if (is_inside || is_fixed_ || axis.is_alphanumeric || !can_extend(axis)) return;
    is_fixed_ = std::isnan(value);
    const Axis longer = extended_to(axis.bins, value);
    if (longer == axis.bins) return;
    HistogramParts parts = histogram_.parts();
    extend(parts, number, longer);
    histogram_ = Histogram(std::move(parts));
  }

  Histogram histogram_;
  bool is_fixed_ = false;
};

/// Whether it is a TH2 or TH3.
bool is_of_more_axes(const HistogramParts& histogram) noexcept {
  return histogram.axes.size() > 1 && !histogram.profile;
}

/// The smallest and the largest value along an axis, as TH1::BufferEmpty and its like find them: in a histogram of one
/// axis among finite values; of more axes with ranges among these and all fills but the first, so that an axis always
/// extends upwards; in others those that compare so with the first one.
std::pair<double, double> outermost(const HistogramParts& histogram, std::size_t number,
                                    std::span<const double> fills) {
  const std::size_t numbers = numbers_of_fill(histogram);
  const bool is_finite_only = numbers == 2;
  const Axis& axis = histogram.axes[number].bins;
  std::pair<double, double> found = {infinity, -infinity};
  if (!is_finite_only) found = {fills[1 + number], fills[1 + number]};
  if (is_of_more_axes(histogram) && have_ranges(histogram)) found = {axis.low(), axis.high()};
  for (std::size_t fill = is_finite_only ? 0 : numbers; fill + numbers <= fills.size(); fill += numbers) {
    const double value = fills[fill + 1 + number];
    if (is_finite_only && !std::isfinite(value)) continue;
    if (value < found.first) found.first = value;
    if (value > found.second) found.second = value;
  }
  return found;
}

/// The axis that is chosen for values from low to high; a first one that is no number leaves 0 to 1.
Axis chosen_axis(std::uint32_t bins, double low, double high) {
  if (std::isnan(low)) return RegularAxis{bins, 0, 1};
  return good_axis(bins, {low, high, !std::isfinite(low) || !std::isfinite(high)}, AxisValues::any);
}

/// Whether a class of whole numbers, TH1C to TH3L, cuts the weights of some fills when it adds them.
bool counts_whole(const HistogramParts& histogram, std::span<const double> fills) noexcept {
  constexpr std::string_view letters = "CSIL";
  if (histogram.profile || histogram.class_name.size() != 4 ||
      letters.find(histogram.class_name.back()) == std::string_view::npos)
    return false;
  const std::size_t numbers = numbers_of_fill(histogram);
  for (std::size_t fill = 0; fill < fills.size(); fill += numbers)
    if (fills[fill] != std::trunc(fills[fill])) return true;
  return false;
}

Histogram filled(HistogramParts histogram, std::span<const double> fills) {
  const std::size_t numbers = numbers_of_fill(histogram);
  ExtendingFill filling(std::move(histogram));
  for (std::size_t fill = 0; fill + numbers <= fills.size(); fill += numbers)
    filling.fill(fills.subspan(fill + 1, numbers - 1), fills[fill]);
  return std::move(filling).done();
}

}  // namespace

std::size_t numbers_of_fill(const HistogramParts& histogram) noexcept {
  return 1 + histogram.axes.size() + (histogram.profile ? 1U : 0U);
}

Histogram with_fills(HistogramParts histogram, std::span<const double> fills) {
  if (!counts_whole(histogram, fills)) return filled(std::move(histogram), fills);
  std::vector<double> whole(fills.begin(), fills.end());
  for (std::size_t fill = 0; fill < whole.size(); fill += numbers_of_fill(histogram))
    whole[fill] = std::trunc(whole[fill]);
  HistogramParts parts = filled(histogram, fills).parts();
  parts.contents = filled(std::move(histogram), whole).parts().contents;
  return Histogram(std::move(parts));
}

Histogram with_buffer(HistogramParts histogram, std::span<const double> fills) {
  if (fills.empty()) return Histogram(std::move(histogram));
  const bool has_ranges = have_ranges(histogram);
  if (has_ranges && !std::ranges::all_of(histogram.axes, can_extend)) return with_fills(std::move(histogram), fills);
  std::vector<std::pair<double, double>> ends;
  for (std::size_t number = 0; number < histogram.axes.size(); ++number)
    ends.push_back(outermost(histogram, number, fills));
  for (std::size_t number = 0; number < histogram.axes.size(); ++number) {
    const auto [low, high] = ends[number];
    Axis& axis = histogram.axes[number].bins;
    if (!has_ranges) {
      axis = chosen_axis(axis.bins(), low, high);
      continue;
    }
    extend(histogram, number, extended_to(axis, low));
    extend(histogram, number, extended_to(axis, high));
  }
  return with_fills(std::move(histogram), fills);
}

}  // namespace ramet::inline v1::hist
