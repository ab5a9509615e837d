#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::random::internal {

/// Poisson's distribution of a mean below `largest_mean`, by inversion. Threads: immutable.
class SmallPoisson {
 public:
  static constexpr double largest_mean = 10;

  explicit SmallPoisson(double mean);

  /// The count of a real number between 0 and 1: the first whose cumulative probability is above it. Begins at what a
  /// table says for the number's upper bits.
  std::int64_t count(double real) const noexcept {
    std::uint32_t count = first_[static_cast<std::size_t>(real * guide_size)];
    while (real >= cumulative_[count]) ++count;
    return count;
  }

  /// The same for one number, without a table. `none` is exp(-mean), as the kernels make it.
  static std::int64_t count(double mean, double none, double real) noexcept;

 private:
  static constexpr std::size_t guide_size = 256;
  static constexpr std::size_t most_counts = 64;  // P(n >= 64) < 2^-60 for a mean of 10

  std::array<double, most_counts> cumulative_;
  std::array<std::uint8_t, guide_size> first_;
};

/// Poisson's distribution of a larger mean, by transformed rejection (W. Hörmann, Insurance: Mathematics and Economics
/// 12, 1993, algorithm PTRS). Threads: immutable.
class LargePoisson {
 public:
  explicit LargePoisson(double mean);

  /// The count of two real numbers between 0 and 1; -1 if they are rejected.
  std::int64_t count(double first, double second) const;

 private:
  double mean_, b_, a_, factor_, squeeze_;
};

}  // namespace ramet::inline v1::random::internal
