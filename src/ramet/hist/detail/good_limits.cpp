#include "ramet/hist/detail/good_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ramet::inline v1::hist {
namespace {

/// Edges at multiples of a round width. Threads: a value.
struct RoundEdges {
  double low;
  double high;
  int bins;
  double width;
};

/// 1, 2 or 5 times a power of ten: the smallest that is not below `width`, but for rounding.
double round_width(double width) {
  int exponent = static_cast<int>(std::log10(width));
  if (width <= 1) --exponent;
  const double mantissa = width * std::pow(10.0, -exponent) - 1e-10;
  double digit = 1;
  if (mantissa <= 1) {
    digit = 1;
  } else if (mantissa <= 2) {
    digit = 2;
  } else if (mantissa <= 5) {
    digit = 5;
  } else {
    ++exponent;
  }
  return digit * std::pow(10.0, exponent);
}

/// The whole number below; of a negative whole number, as ROOT has it, the next one.
int whole_below(double number) { return static_cast<int>(number) - (number < 0 ? 1 : 0); }

/// The multiples of `width` around low .. high.
RoundEdges multiples_around(double low, double high, double width) {
  const int below = whole_below(low / width);
  const int above = whole_below(high / width + 1.00001);
  return {width * below, width * above, above - below, width};
}

/// The outermost multiples within low .. high; if there are no two, those around it.
RoundEdges inside(RoundEdges edges, double low, double high) {
  const RoundEdges around = edges;
  const double tolerance = edges.width * 1e-4;
  if (std::abs(edges.low - low) >= tolerance) edges.low += edges.width, --edges.bins;
  if (std::abs(edges.high - high) >= tolerance) edges.high -= edges.width, --edges.bins;
  return edges.low < edges.high ? edges : around;
}

RoundEdges round_edges(double low, double high, int bins) {
  if (low == high) high = low + 1;
  int parts = std::max(bins, 2);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const double width = (high - low) / parts;
    if (!(width > 0 && width < std::numeric_limits<float>::max())) return {-1, 1, bins, 0};
    const double magnitude = std::log10(width);
    if (std::abs(magnitude) >= 200) return {0, 1, 100, 0.01};
    const double wide = round_width(width);
    if (std::max(std::abs(low), std::abs(high)) / wide > 1e9) return {low, high, bins, wide};
    RoundEdges edges = multiples_around(low, high, wide);
    if (bins == 1 && edges.bins != 1) edges.width *= 2;
    if (bins > 5 && 2 * edges.bins == bins) {  // half of them would stay empty
      ++parts;
      continue;
    }
    return inside(edges, low, high);
  }
  return {low, high, bins, 0};
}

/// A whole number as ROOT has it: one that 64 bits do not hold becomes the smallest.
double within_64_bits(double whole) { return whole >= 0x1p63 || whole < -0x1p63 ? -0x1p63 : whole; }

/// An axis between edges that may be the same.
Axis axis_between(int bins, double low, double high) {
  const auto count = static_cast<std::uint32_t>(std::max(bins, 1));
  if (!(low < high) || !std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low))
    return Axis::without_range(count, std::isfinite(low) ? low : 0);
  return RegularAxis{count, low, high};
}

/// Bins of a whole width for round edges within low .. high.
Axis whole_axis(int bins, double first, double last, double low, double high) {
  double begin = within_64_bits(std::floor(first));
  double end = within_64_bits(std::ceil(last));
  if (end == 0) end = 1;
  const double width = std::max(1.0, std::trunc((end - begin) / bins));
  if (begin > low) begin -= width;
  const double widths = (end - begin) / width;
  const double count = end < high ? std::floor(widths) + 1 : std::ceil(widths);
  const double whole = std::clamp(count, 1.0, 2.0 * bins + 1000);
  return axis_between(static_cast<int>(whole), begin, begin + whole * width);
}

}  // namespace

void ValueSpan::add(std::span<const double> values) noexcept {
  constexpr std::size_t chains = 8;  // side by side: a single one would wait for each comparison
  std::array<double, chains> least{};
  std::array<double, chains> most{};
  std::array<double, chains> none{};  // stays 0 while all are finite
  const std::size_t whole = values.size() - values.size() % chains;
  least.fill(std::numeric_limits<double>::infinity());
  most.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t first = 0; first < whole; first += chains)
    for (std::size_t chain = 0; chain < chains; ++chain) {
      const double value = values[first + chain];
      least[chain] = value < least[chain] ? value : least[chain];
      most[chain] = value > most[chain] ? value : most[chain];
      none[chain] += value - value;
    }
  const bool all_finite = std::ranges::all_of(none, [](double one) { return one == 0; });
  if (whole > 0 && all_finite) {
    add(std::ranges::min(least));
    add(std::ranges::max(most));
  }
  for (const double value : values.subspan(all_finite ? whole : 0)) add(value);
}

Axis good_axis(std::uint32_t bins, ValueSpan span, AxisValues values) {
  if (span.has_infinite) return RegularAxis{bins, -1, 1};
  if (span.empty()) span = {0, 0};
  if (!(span.low < span.high)) span = {span.low - 1, span.high + 1};
  const auto count = static_cast<int>(bins);
  const double range = span.high - span.low;
  const double margin = values == AxisValues::whole ? 5 * range / count : 0.1 * range;
  double low = span.low - margin;
  double high = span.high + margin;
  if (low < 0 && span.low >= 0) low = 0;
  if (high > 0 && span.high <= 0) high = 0;
  const RoundEdges edges = round_edges(low, high, count);
  const double first = std::min(edges.low, span.low - 0.01 * range);
  const double last = std::max(edges.high, span.high + 0.01 * range);
  if (values == AxisValues::whole) return whole_axis(count, first, last, low, high);
  return axis_between(count, first, last);
}

Axis extended_to(const Axis& axis, double value) {
  if (!axis.has_range() || !std::isfinite(value)) return axis;
  double low = axis.low();
  double high = axis.high();
  constexpr int most_doublings = 65;
  for (int doubling = 0; value < low || value >= high; ++doubling) {
    if (doubling == most_doublings) return axis;
    const double range = high - low;
    if (value < low) {
      low -= range;
    } else {
      high += range;
    }
  }
  if (!std::isfinite(high - low)) return axis;
  return RegularAxis{axis.bins(), low, high};
}

Axis doubled(const Axis& axis) { return axis.has_range() ? extended_to(axis, axis.high()) : axis; }

}  // namespace ramet::inline v1::hist
