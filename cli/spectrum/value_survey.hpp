#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::cli {

/// What a first look at many numbers tells: their extremes, and roughly how they are spread. Counts of 65,536 ranges of
/// values (sign, exponent and four bits of the mantissa, so 6 % wide) stand for the numbers themselves, so that it
/// takes the same memory for any number of them, and the order in which they come changes nothing. Threads: one thread.
class ValueSurvey {
 public:
  ValueSurvey();

  /// NaN and infinities are left out.
  void add(std::span<const double> values) noexcept;
  ValueSurvey& operator+=(const ValueSurvey& other) noexcept;

  std::uint64_t count() const noexcept { return count_; }
  double minimum() const noexcept { return minimum_; }  ///< 0 when there are none
  double maximum() const noexcept { return maximum_; }

  /// Bounds of the range that holds the value which `part`, 0..1, of the values are below.
  struct Bounds {
    double lower;
    double upper;
  };
  Bounds quantile(double part) const noexcept;
  /// Bounds of all the values that lie in [low, high], within it; those of nothing are low and high.
  Bounds extremes_within(double low, double high) const noexcept;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
};

}  // namespace ramet::cli
