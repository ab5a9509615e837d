#include "cli/spectrum/axis_choice.hpp"

#include <algorithm>
#include <cmath>

#include "cli/terminal/nice_step.hpp"

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

constexpr double middle = 0.99;             // this part of the values is always in the range
constexpr double far_away = 0.5;            // in units of the range of the middle values
constexpr double largest_edge = 0x1p+1022;  // so that the distance between two edges is finite
constexpr double smallest_part = 1e-12;     // smallest size of a range relative to its edges, so that bins differ ...
constexpr double smallest_size = 1e-290;    // ... and that their width is a normal number

struct Range {
  double low;
  double high;
};

/// The range of values to show.
Range shown_values(const ValueSurvey& survey, const AxisWish& wish) {
  const double low = std::clamp(survey.quantile((1 - middle) / 2).lower, -largest_edge, largest_edge);
  const double high = std::clamp(survey.quantile((1 + middle) / 2).upper, -largest_edge, largest_edge);
  const double margin = (high / 2 - low / 2) * 2 * far_away;
  const auto [first, last] = survey.extremes_within(low - margin, high + margin);
  Range range{first, last};
  range.low = std::clamp(wish.low.value_or(range.low), -largest_edge, largest_edge);
  range.high = std::clamp(wish.high.value_or(range.high), -largest_edge, largest_edge);
  // All values are equal, or beyond the one requested edge.
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (!(range.high - range.low > std::max(size * smallest_part, smallest_size))) {
    const double room = size < smallest_size ? 1 : size * 0.1;
    if (wish.low) return {range.low, range.low + room};
    if (wish.high) return {range.high - room, range.high};
    return {range.low - room, range.high + room};
  }
  return range;
}

/// Bins of width `step` that cover the range and begin at a multiple of `step` or at the requested edge.
hist::RegularAxis bins_of_width(Range range, double step, const AxisWish& wish) {
  const double low = wish.low    ? *wish.low
                     : wish.high ? *wish.high - std::ceil((*wish.high - range.low) / step) * step
                                 : std::floor(range.low / step) * step;
  // A bin does not include its upper edge, so the largest value needs a bin that begins at or below it.
  const double bins = wish.high ? std::round((*wish.high - low) / step) : std::floor((range.high - low) / step) + 1;
  return {static_cast<std::uint32_t>(std::max(bins, 1.0)), low, wish.high ? *wish.high : low + bins * step};
}

hist::RegularAxis axis_of_reals(Range range, const AxisWish& wish) {
  if (!wish.bins) {
    double step = nice_step((range.high - range.low) / usual_bins);
    if (bins_of_width(range, step, wish).bins > usual_bins) step = nice_step(step * 1.1);  // the next round number
    return bins_of_width(range, step, wish);
  }
  // The requested number of bins, between round edges.
  hist::RegularAxis axis = bins_of_width(range, nice_step((range.high - range.low) / 20), wish);
  axis.bins = *wish.bins;
  return axis;
}

hist::RegularAxis axis_of_whole_numbers(Range range, const AxisWish& wish) {
  range = {std::floor(range.low), std::floor(range.high)};
  const std::uint32_t most = wish.bins.value_or(usual_bins);
  double step = nice_whole_step((range.high - range.low + 1) / most);
  hist::RegularAxis axis = bins_of_width(range, step, wish);
  while (axis.bins > most) {  // the first edge was moved to a multiple of the step
    step = nice_whole_step(step * 1.5);
    axis = bins_of_width(range, step, wish);
  }
  if (!wish.bins) return axis;
  if (!wish.high) axis.high = axis.low + step * most;
  axis.bins = most;
  return axis;
}

}  // namespace

hist::RegularAxis choose_axis(const ValueSurvey& survey, const AxisWish& wish, bool are_whole_numbers) {
  if (wish.bins && *wish.bins == 0) fail(ErrorKind::misuse, "a histogram must have at least one bin");
  if (wish.low && wish.high) {
    if (!(*wish.low < *wish.high))
      fail(ErrorKind::misuse, "the range ends at {}, which is not above {}", *wish.high, *wish.low);
    const double size = *wish.high - *wish.low;
    const bool fits_whole = are_whole_numbers && size <= usual_bins && *wish.low == std::floor(*wish.low) &&
                            *wish.high == std::floor(*wish.high);
    return {wish.bins.value_or(fits_whole ? static_cast<std::uint32_t>(size) : usual_bins), *wish.low, *wish.high};
  }
  if (survey.count() == 0) {
    const double low = wish.low ? *wish.low : wish.high ? *wish.high - 1 : 0;
    return {wish.bins.value_or(usual_bins), low, wish.high.value_or(low + 1)};
  }
  const Range range = shown_values(survey, wish);
  return are_whole_numbers ? axis_of_whole_numbers(range, wish) : axis_of_reals(range, wish);
}

}  // namespace ramet::cli
