#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

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

/// Write cosine and sine of uniformly distributed angles, of word `position` of the numbers from `first` on; at most
/// numbers_at_once.
inline void make_angles(const Words& words, std::uint32_t position, std::size_t first, std::span<double> cosines,
                        std::span<double> sines) {
  std::array<std::uint64_t, numbers_at_once> single;
  std::array<std::uint64_t, 2 * numbers_at_once> twice;
  std::array<double, 2 * numbers_at_once> both;
  const std::size_t count = cosines.size();
  words.get(position, first, std::span(single).first(count));
  for (std::size_t i = 0; i < count; ++i) twice[2 * i] = twice[2 * i + 1] = single[i];
  fastest_kernels().circle(twice.data(), 2 * count, both.data());
  for (std::size_t i = 0; i < count; ++i) {
    cosines[i] = both[2 * i];
    sines[i] = both[2 * i + 1];
  }
}

/// Pairs of real numbers for the attempts of a rejection: of words 0 and 1, then 2 and 3, ... Words 0 and 1 of a part
/// of the numbers are made at once, because most first attempts succeed. They may begin at another word. Threads:
/// immutable.
class Attempts {
 public:
  struct Pair {
    double first, second;
  };

  Attempts(const Words& words, std::size_t first, std::size_t count, std::uint32_t begin = 0)
      : words_(words), first_(first), begin_(begin) {
    words.make(begin, first, std::span(firsts_).first(count), fastest_kernels().reals);
    words.make(begin + 1, first, std::span(seconds_).first(count), fastest_kernels().reals);
  }

  Pair pair(std::size_t index, std::uint32_t attempt) const {
    if (attempt == 0) return {firsts_[index], seconds_[index]};
    return {real_of_word(words_.at(begin_ + 2 * attempt, first_ + index)),
            real_of_word(words_.at(begin_ + 2 * attempt + 1, first_ + index))};
  }

 private:
  const Words& words_;
  std::size_t first_;
  std::uint32_t begin_;
  std::array<double, numbers_at_once> firsts_, seconds_;
};

}  // namespace ramet::inline v1::random::internal
