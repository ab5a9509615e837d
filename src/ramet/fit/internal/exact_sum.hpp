#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace ramet::inline v1::fit::internal {

/// A sum of numbers that keeps what rounding takes away: about 32 digits. Threads: a value.
class ExactSum {
 public:
  ExactSum() noexcept = default;
  explicit ExactSum(double number) noexcept : high_(number) {}

  /// The product of two numbers, not rounded.
  static ExactSum product(double first, double second) noexcept {
    ExactSum made(first * second);
    made.low_ = std::fma(first, second, -made.high_);
    return made;
  }

  ExactSum& operator+=(double number) noexcept {
    const double sum = high_ + number;
    const double part = sum - high_;
    low_ += (high_ - (sum - part)) + (number - part);
    high_ = sum;
    return *this;
  }

  ExactSum& operator+=(const ExactSum& other) noexcept {
    *this += other.high_;
    low_ += other.low_;
    return *this;
  }

  double value() const noexcept { return high_ + low_; }

 private:
  double high_ = 0, low_ = 0;
};

/// Add up numbers in order.
template <std::size_t Count>
ExactSum sum_of(const double (&numbers)[Count]) noexcept {
  ExactSum sum;
  for (const double number : numbers) sum += number;
  return sum;
}

/// Add rows of sums in pairs of neighbours, then pairs of these, and so on, into the first row: the result depends on
/// the rows alone. `sums` are rows of `width`.
inline void add_pairwise(std::span<ExactSum> sums, std::size_t width) noexcept {
  const std::size_t rows = sums.size() / width;
  for (std::size_t stride = 1; stride < rows; stride *= 2)
    for (std::size_t row = 0; row + stride < rows; row += 2 * stride)
      for (std::size_t i = 0; i < width; ++i) sums[row * width + i] += sums[(row + stride) * width + i];
}

}  // namespace ramet::inline v1::fit::internal
