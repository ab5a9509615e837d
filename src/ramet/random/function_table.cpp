#include "ramet/random/function_table.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::numbers_at_once;

constexpr std::size_t first_intervals = 32;  // each becomes two in the table
constexpr std::size_t most_intervals = 500'000;

/// A function, whose values are checked.
class Checked {
 public:
  explicit Checked(FunctionRef<double(double)> function) : function_(function) {}

  double operator()(double x) const {
    const double value = function_(x);
    if (!(value >= 0) || !std::isfinite(value))
      detail::fail(ErrorKind::misuse, "the function is {} at {}, not at least 0", value, x);
    return value;
  }

 private:
  FunctionRef<double(double)> function_;
};

/// An interval with the function's values at its ends and in the middle.
struct Interval {
  double low, high;
  std::array<double, 3> values;

  double middle() const noexcept { return low + (high - low) / 2; }
  double integral() const noexcept { return (high - low) * (values[0] + 4 * values[1] + values[2]) / 6; }

  /// The area between a parabola and its chord.
  double error() const noexcept { return (high - low) * std::fabs(values[1] - (values[0] + values[2]) / 2) * 2 / 3; }
};

struct Sums {
  double integral = 0, error = 0;
};

Sums sums_of(const std::vector<Interval>& intervals) {
  Sums sums;
  for (const Interval& interval : intervals) {
    sums.integral += interval.integral();
    sums.error += interval.error();
  }
  return sums;
}

std::vector<Interval> first_of(const Checked& function, double low, double high) {
  std::vector<Interval> intervals;
  const auto at = [&](std::size_t step) {
    return low + (high - low) * (static_cast<double>(step) / (2 * first_intervals));
  };
  for (std::size_t i = 0; i < first_intervals; ++i)
    intervals.push_back({.low = at(2 * i),
                         .high = i + 1 == first_intervals ? high : at(2 * i + 2),
                         .values = {function(at(2 * i)), function(at(2 * i + 1)),
                                    function(i + 1 == first_intervals ? high : at(2 * i + 2))}});
  return intervals;
}

/// Halve the intervals with an error above `limit`.
std::vector<Interval> halved(const Checked& function, const std::vector<Interval>& intervals, double limit) {
  std::vector<Interval> next;
  for (const Interval& whole : intervals) {
    if (whole.error() <= limit) {
      next.push_back(whole);
      continue;
    }
    for (const bool is_left : {true, false}) {
      Interval half{
          .low = is_left ? whole.low : whole.middle(), .high = is_left ? whole.middle() : whole.high, .values = {}};
      half.values = {whole.values[is_left ? 0 : 1], function(half.middle()), whole.values[is_left ? 1 : 2]};
      next.push_back(half);
    }
  }
  return next;
}

/// The position in an interval of length 1 of a number with a linear density, from the integral of the density up to
/// it.
double position_in(double first, double last, double real) noexcept {
  const double root = std::sqrt(first * first + real * (last - first) * (last + first));
  return real * (first + last) / (first + root);
}

}  // namespace

FunctionTable::Points FunctionTable::points_of(FunctionRef<double(double)> function, double low, double high,
                                               double tolerance) {
  if (!(low < high) || !std::isfinite(high - low))
    detail::fail(ErrorKind::misuse, "bounds {} and {} do not ascend", low, high);
  if (!(tolerance >= 1e-9 && tolerance <= 0.1))
    detail::fail(ErrorKind::misuse, "the tolerance is {}, not in 1e-9..0.1", tolerance);
  const Checked checked(function);
  std::vector<Interval> intervals = first_of(checked, low, high);
  Sums sums = sums_of(intervals);
  for (; sums.error > tolerance * sums.integral; sums = sums_of(intervals)) {
    if (intervals.size() > most_intervals)
      detail::fail(ErrorKind::misuse, "{} intervals have an error of {:.2}, above the tolerance of {}",
                   intervals.size(), sums.error / sums.integral, tolerance);
    intervals = halved(checked, intervals, tolerance * sums.integral / (2 * static_cast<double>(intervals.size())));
  }
  Points made{.points = {{.x = low, .value = intervals[0].values[0]}}, .error = sums.error / sums.integral};
  for (const Interval& interval : intervals) {
    made.points.push_back({.x = interval.middle(), .value = interval.values[1]});
    made.points.push_back({.x = interval.high, .value = interval.values[2]});
  }
  return made;
}

FunctionTable::FunctionTable(FunctionRef<double(double)> function, double low, double high, double tolerance)
    : FunctionTable(points_of(function, low, high, tolerance)) {}

FunctionTable::FunctionTable(Points points)
    : points_(std::move(points.points)), error_(points.error), intervals_(areas_of(points_)) {}

std::vector<double> FunctionTable::areas_of(const std::vector<Point>& points) {
  std::vector<double> areas;
  for (std::size_t i = 1; i < points.size(); ++i)
    areas.push_back((points[i].x - points[i - 1].x) * (points[i - 1].value + points[i].value));
  return areas;
}

void FunctionTable::fill(const Stream& stream, const Draws& draws, std::span<double> numbers) const {
  const internal::Words words(stream, draws, internal::Family::function, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    std::array<std::uint64_t, numbers_at_once> choices;
    words.get(0, first, std::span(choices).first(count));
    const std::span<double> part = numbers.subspan(first, count);
    words.make(1, first, part, internal::fastest_kernels().reals);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t interval = intervals_.choice(choices[i]);
      const Point &low = points_[interval], &high = points_[interval + 1];
      part[i] = low.x + (high.x - low.x) * position_in(low.value, high.value, part[i]);
    }
  });
}

}  // namespace ramet::inline v1::random
