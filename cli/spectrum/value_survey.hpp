#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::cli {

/// The extremes and the approximate distribution of many numbers. It counts numbers in 65,536 ranges (sign, exponent
/// and four bits of the mantissa, so each is 6 % wide), so its memory does not depend on how many numbers are added,
/// nor its result on their order. Threads: one thread.
class ValueSurvey {
 public:
  ValueSurvey();

  /// Add values. NaN and infinities are ignored.
  void add(std::span<const double> values) noexcept;
  ValueSurvey& operator+=(const ValueSurvey& other) noexcept;

  std::uint64_t count() const noexcept { return count_; }
  double minimum() const noexcept { return minimum_; }  ///< 0 if there are none
  double maximum() const noexcept { return maximum_; }

  /// Bounds of the range that contains the quantile at `part`, 0..1.
  struct Bounds {
    double lower;
    double upper;
  };
  Bounds quantile(double part) const noexcept;
  /// Bounds of all values in [low, high], clipped to it; low and high if there are none.
  Bounds extremes_within(double low, double high) const noexcept;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
};

}  // namespace ramet::cli
