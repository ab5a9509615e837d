#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/random/internal/kernels.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random::internal {

/// The distributions have different keys, so that a uniform and a normal number of the same draw are independent. The
/// values are part of what makes the numbers: they never change.
enum class Family : std::uint32_t {
  uniform = 0,
  normal = 1,
  exponential = 2,
  breit_wigner = 3,
  logistic = 4,
  triangle = 5,
  weibull = 6,
  integer = 7,
  poisson = 8,
  binomial = 9,
  landau = 10,
  moyal = 11,
  gamma = 12,
  beta = 13,
  student_t = 14,
  binned = 15,
  function = 16,
  circle = 17,
  sphere = 18,
  chi_square = 19,
  phase_space = 20,
  acceptance = 21,
  multinomial = 22,
};

/// The words of 64 bits that the numbers of one call are made of: each has a word 0, and as many more as it needs,
/// which rejection does. The words of a family at one position are the blocks of one key. Borrows the draws. Threads:
/// immutable.
class Words {
 public:
  /// For `count` numbers. Throws Error(misuse) for draws of another number of entries or elements, or a large element.
  Words(const Stream& stream, const Draws& draws, Family family, std::size_t count);

  std::size_t size() const noexcept { return size_; }

  /// Write word `position` of the numbers from `first` on.
  void get(std::uint32_t position, std::size_t first, std::span<std::uint64_t> words) const;

  /// Write a number of each of these words, or of both words of a block: an even entry gets the first number that the
  /// transform makes of its block, an odd entry the second.
  void make(std::uint32_t position, std::size_t first, std::span<double> numbers, Transform<double> transform) const;

  /// Word `position` of number `index`.
  std::uint64_t at(std::uint32_t position, std::size_t index) const;

  /// What `make` writes for number `index`.
  double one(std::uint32_t position, std::size_t index, Transform<double> transform) const;

 private:
  BlockInput input(std::uint32_t position, std::size_t first) const noexcept;
  template <class Number, class Make>
  void each_block(std::uint32_t position, std::size_t first, std::span<Number> numbers, const Make& make) const;
  template <class Number, class Make>
  void each_listed(std::uint32_t position, std::size_t first, std::span<Number> numbers, const Make& make) const;

  Stream stream_;
  Draws draws_;
  Family family_;
  std::size_t size_;
  const Kernels& kernels_;
};

constexpr std::size_t numbers_at_once = 512;  ///< what functions that need several passes do in one, for the cache

/// Call work(first, count) for all numbers, numbers_at_once at a time.
template <class Work>
void for_each_part(std::size_t count, const Work& work) {
  for (std::size_t first = 0; first < count; first += numbers_at_once)
    work(first, count - first < numbers_at_once ? count - first : numbers_at_once);
}

}  // namespace ramet::inline v1::random::internal
