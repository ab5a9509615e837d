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

void check_weights(std::span<const double> weights, std::size_t events) {
  if (weights.size() != events) detail::fail(ErrorKind::misuse, "{} events have {} weights", events, weights.size());
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!std::isfinite(weights[i])) detail::fail(ErrorKind::misuse, "the weight of event {} is {}", i, weights[i]);
    sum += weights[i];
  }
  if (!(sum > 0)) detail::fail(ErrorKind::misuse, "the weights of {} events add up to {}, not above 0", events, sum);
}

}  // namespace

Events::Events(std::span<const double> numbers, const Interval& range, std::span<const double> weights)
    : size_(numbers.size()) {
  check(numbers, range);
  vectors_ = vectors_of(numbers, numbers.back());
  if (weights.empty()) return;
  check_weights(weights, size_);
  weights_ = vectors_of(weights, 0);
}

std::vector<Events::Vector> Events::vectors_of(std::span<const double> numbers, double behind) {
  std::vector<Vector> vectors((numbers.size() + strands - 1) / strands);
  double* const to = vectors.front().numbers;
  std::ranges::copy(numbers, to);
  std::fill(to + numbers.size(), to + vectors.size() * strands, behind);
  return vectors;
}

}  // namespace ramet::inline v1::fit::internal
