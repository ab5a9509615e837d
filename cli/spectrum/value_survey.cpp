#include "cli/spectrum/value_survey.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ramet::cli {
namespace {

constexpr std::size_t ranges = 65'536;
constexpr unsigned dropped_bits = 48;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

// The bits of a double, changed so that they sort as the numbers do.
std::uint64_t sortable(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

double from_sortable(std::uint64_t sorted) noexcept {
  return std::bit_cast<double>((sorted & sign_bit) != 0 ? sorted & ~sign_bit : ~sorted);
}

std::size_t range_of(double value) noexcept { return sortable(value) >> dropped_bits; }

double lower_bound(std::size_t range) noexcept { return from_sortable(std::uint64_t{range} << dropped_bits); }

double upper_bound(std::size_t range) noexcept {
  return from_sortable((std::uint64_t{range} << dropped_bits) | ((std::uint64_t{1} << dropped_bits) - 1));
}

}  // namespace

ValueSurvey::ValueSurvey() : counts_(ranges) {}

void ValueSurvey::add(std::span<const double> values) noexcept {
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    minimum_ = count_ == 0 ? value : std::min(minimum_, value);
    maximum_ = count_ == 0 ? value : std::max(maximum_, value);
    ++count_;
    ++counts_[range_of(value)];
  }
}

ValueSurvey& ValueSurvey::operator+=(const ValueSurvey& other) noexcept {
  if (other.count_ == 0) return *this;
  minimum_ = count_ == 0 ? other.minimum_ : std::min(minimum_, other.minimum_);
  maximum_ = count_ == 0 ? other.maximum_ : std::max(maximum_, other.maximum_);
  count_ += other.count_;
  for (std::size_t range = 0; range < ranges; ++range) counts_[range] += other.counts_[range];
  return *this;
}

ValueSurvey::Bounds ValueSurvey::quantile(double part) const noexcept {
  if (count_ == 0) return {0, 0};
  const auto wanted = static_cast<std::uint64_t>(part * static_cast<double>(count_ - 1));
  std::size_t range = 0;
  for (std::uint64_t before = 0; before + counts_[range] <= wanted; ++range) before += counts_[range];
  return {std::clamp(lower_bound(range), minimum_, maximum_), std::clamp(upper_bound(range), minimum_, maximum_)};
}

ValueSurvey::Bounds ValueSurvey::extremes_within(double low, double high) const noexcept {
  if (count_ == 0 || high < minimum_ || low > maximum_) return {low, high};
  std::size_t first = range_of(low);
  std::size_t last = range_of(high);
  while (first < last && counts_[first] == 0) ++first;
  while (first < last && counts_[last] == 0) --last;
  const double floor = std::max(low, minimum_);
  const double ceiling = std::min(high, maximum_);
  return {std::clamp(lower_bound(first), floor, ceiling), std::clamp(upper_bound(last), floor, ceiling)};
}

}  // namespace ramet::cli
