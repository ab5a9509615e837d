#include "ramet/fit/internal/events.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

void check(std::span<const double> numbers, const Interval& range) {
  if (numbers.empty()) detail::fail(ErrorKind::misuse, "there are no events");
  const auto is_inside = [&](double number) {
    return number >= range.low && number <= range.high && std::isfinite(number);
  };
  const auto first = std::ranges::find_if_not(numbers, is_inside);
  if (first == numbers.end()) return;
  const auto outside = static_cast<std::size_t>(std::ranges::count_if(first, numbers.end(), std::not_fn(is_inside)));
  detail::fail(ErrorKind::misuse, "{} of {} events are outside the model's range {} to {}: the first is {}, at row {}",
               outside, numbers.size(), range.low, range.high, *first, first - numbers.begin());
}

}  // namespace

Events::Events(std::span<const double> numbers, const Interval& range) : size_(numbers.size()) {
  check(numbers, range);
  vectors_.resize((size_ + strands - 1) / strands);
  double* const to = vectors_.front().numbers;
  std::ranges::copy(numbers, to);
  std::fill(to + size_, to + vectors_.size() * strands, numbers.back());
}

}  // namespace ramet::inline v1::fit::internal
