#include "ramet/fit/internal/general/kernel_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/general/interpolant.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

constexpr double reach = 8.5;           ///< of a Gauss, in widths
constexpr double widths_of_a_part = 4;  ///< with which the table begins
constexpr double narrowest = 1e-4;      ///< of the range

/// The events in ascending order, also those that mirrors show.
std::vector<double> places_of(std::span<const double> events, double width, const Interval& range, bool is_mirrored) {
  std::vector<double> places(events.begin(), events.end());
  for (const double one : events) {
    if (!is_mirrored) break;
    if (one - range.low < reach * width) places.push_back(2 * range.low - one);
    if (range.high - one < reach * width) places.push_back(2 * range.high - one);
  }
  std::ranges::sort(places);
  return places;
}

double sum_at(const std::vector<double>& places, double width, double x) {
  auto place = std::ranges::lower_bound(places, x - reach * width);
  double sum = 0;
  for (; place != places.end() && *place < x + reach * width; ++place) {
    const double z = (x - *place) / width;
    sum += std::exp(-0.5 * z * z);
  }
  return sum;
}

Interpolant table_of(const std::vector<double>& places, double width, const Interval& range) {
  const double length = range.high - range.low;
  const auto parts = static_cast<std::size_t>(std::ceil(length / (widths_of_a_part * width)));
  std::vector<double> bounds;
  for (std::size_t i = 0; i <= parts; ++i)
    bounds.push_back(range.low + length * static_cast<double>(i) / static_cast<double>(parts));
  bounds.back() = range.high;
  const auto functions = [&](std::span<const double> x, double* const* rows) {
    for (std::size_t i = 0; i < x.size(); ++i) rows[0][i] = sum_at(places, width, x[i]);
  };
  return {functions, 1, bounds};
}

/// Threads: immutable.
class KernelEstimate final : public GeneralShape {
 public:
  KernelEstimate(Interpolant table, const Interval& range) : table_(std::move(table)), range_(range) {}

  std::string_view name() const noexcept override { return "kernel_estimate"; }
  std::span<const ShapeParameter> parameters() const noexcept override { return {}; }

  void check_range(const Interval& range) const override {
    GeneralShape::check_range(range);
    if (range.low < range_.low || range.high > range_.high)
      detail::fail(ErrorKind::misuse, "the range of a kernel estimate is {} to {}, it was made for {} to {}", range.low,
                   range.high, range_.low, range_.high);
  }

  bool is_defined(Arguments /*arguments*/, const Interval& /*range*/) const noexcept override { return true; }

  void densities(Arguments /*arguments*/, const Interval& /*range*/, std::span<const double> x,
                 double* densities) const noexcept override {
    table_.values(0, 1, x, &densities);
    for (std::size_t i = 0; i < x.size(); ++i) densities[i] = std::max(densities[i], 0.0);
  }

  void slopes(Arguments, const Interval&, std::span<const double>, double* const*) const noexcept override {}

  double integral(Arguments /*arguments*/, const Interval& /*range*/, const Interval& part,
                  double* /*slopes*/) const noexcept override {
    return std::max(table_.integral(0, part), 0.0);
  }

  std::vector<double> bounds(Arguments /*arguments*/, const Interval& range) const override {
    constexpr int parts = 8;
    std::vector<double> found;
    for (int i = 0; i < parts; ++i) found.push_back(range.low + (range.high - range.low) * i / parts);
    found.push_back(range.high);
    return found;
  }

 private:
  Interpolant table_;
  Interval range_;
};

}  // namespace

std::shared_ptr<const GeneralShape> kernel_estimate(std::span<const double> events, double width, const Interval& range,
                                                    bool is_mirrored) {
  if (!(range.low < range.high) || std::isinf(range.low) || std::isinf(range.high))
    detail::fail(ErrorKind::misuse, "the range of a kernel estimate is {} to {}, expected a finite one", range.low,
                 range.high);
  if (!(width >= narrowest * (range.high - range.low)) || !std::isfinite(width))
    detail::fail(ErrorKind::misuse, "the width of a kernel estimate is {}, expected at least {} in its range", width,
                 narrowest * (range.high - range.low));
  if (events.size() < 2)
    detail::fail(ErrorKind::misuse, "a kernel estimate has {} events, 2 are needed", events.size());
  for (std::size_t i = 0; i < events.size(); ++i)
    if (!(events[i] >= range.low && events[i] <= range.high))
      detail::fail(ErrorKind::misuse, "event {} of a kernel estimate is {}, its range {} to {}", i, events[i],
                   range.low, range.high);
  const std::vector<double> places = places_of(events, width, range, is_mirrored);
  return std::make_shared<const KernelEstimate>(table_of(places, width, range), range);
}

}  // namespace ramet::inline v1::fit::internal
