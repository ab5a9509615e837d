#include "ramet/random/alias_table.hpp"

#include <cmath>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::random {
namespace {

double sum_of(std::span<const double> weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0) || !std::isfinite(weights[i]))
      detail::fail(ErrorKind::misuse, "weight {} is {}, not at least 0", i, weights[i]);
    sum += weights[i];
  }
  if (!(sum > 0) || !std::isfinite(sum))
    detail::fail(ErrorKind::misuse, "the sum of {} weights is {}", weights.size(), sum);
  return sum;
}

/// A fraction from 0 to 1 in steps of 2^-64; 1 is the largest number, which is 1 step less.
std::uint64_t limit_of(double fraction) noexcept {
  return fraction >= 1 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(std::ldexp(fraction, 64));
}

}  // namespace

AliasTable::AliasTable(std::span<const double> weights) : slots_(weights.size()) {
  const double mean = sum_of(weights) / static_cast<double>(weights.size());
  std::vector<double> rest(weights.size());  // in units of the mean: what a choice still needs
  std::vector<std::size_t> small, large;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    rest[i] = weights[i] / mean;
    (rest[i] < 1 ? small : large).push_back(i);
  }
  // Each small choice fills its slot with a part of a large one.
  while (!small.empty() && !large.empty()) {
    const std::size_t less = small.back(), more = large.back();
    small.pop_back();
    slots_[less] = {.limit = limit_of(rest[less]), .other = more};
    rest[more] -= 1 - rest[less];
    if (rest[more] >= 1) continue;
    large.pop_back();
    small.push_back(more);
  }
  for (const std::size_t full : large) slots_[full] = {.limit = ~std::uint64_t{0}, .other = full};
  for (const std::size_t full : small)
    slots_[full] = {.limit = ~std::uint64_t{0}, .other = full};  // 1, but for rounding
}

}  // namespace ramet::inline v1::random
