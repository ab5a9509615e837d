#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random::internal {

/// The real number of a word, as the kernel `reals` makes it.
inline double real_of_word(std::uint64_t word) noexcept {
  return static_cast<double>(word >> 12) * 0x1p-52 + 0x1p-53;  // both exact
}

/// Logarithms of some numbers at a time, as the kernels make them.
template <std::size_t Size>
std::array<double, Size> logs_of(std::array<double, Size> numbers) {
  fastest_kernels().logs(numbers.data(), Size, numbers.data());
  return numbers;
}

inline double exp_of_one(double number) {
  fastest_kernels().exps(&number, 1, &number);
  return number;
}

/// log(1 + x) for x > -1: the error of rounding 1 + x is divided out (W. Kahan).
inline double log_of_one_plus(double x) {
  const double sum = 1 + x;
  return sum == 1 ? x : logs_of<1>({sum})[0] * (x / (sum - 1));
}

/// Pairs of real numbers for the attempts of a rejection: of words 0 and 1, then 2 and 3, ... Words 0 and 1 of a part
/// of the numbers are made at once, because most first attempts succeed. Threads: immutable.
class Attempts {
 public:
  struct Pair {
    double first, second;
  };

  Attempts(const Words& words, std::size_t first, std::size_t count) : words_(words), first_(first) {
    words.make(0, first, std::span(firsts_).first(count), fastest_kernels().reals);
    words.make(1, first, std::span(seconds_).first(count), fastest_kernels().reals);
  }

  Pair pair(std::size_t index, std::uint32_t attempt) const {
    if (attempt == 0) return {firsts_[index], seconds_[index]};
    return {real_of_word(words_.at(2 * attempt, first_ + index)),
            real_of_word(words_.at(2 * attempt + 1, first_ + index))};
  }

 private:
  const Words& words_;
  std::size_t first_;
  std::array<double, numbers_at_once> firsts_, seconds_;
};

}  // namespace ramet::inline v1::random::internal
