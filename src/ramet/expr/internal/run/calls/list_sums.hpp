#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::expr {

/// Lists of numbers, in content that is there up to the last of their ends; perhaps with masks, lists of bytes of the
/// same lengths, which keep a number where they are not 0. Threads: a view.
template <class Number>
struct NumberLists {
  const Number* content;
  const std::int64_t* begins;
  const std::int64_t* ends;
  std::size_t count;
  const std::uint8_t* masks = nullptr;
  const std::int64_t* mask_begins = nullptr;
};

/// The sum of each list from its first number to its last; whole numbers wrap around.
void add_lists(const NumberLists<float>& lists, float* sums) noexcept;
void add_lists(const NumberLists<double>& lists, double* sums) noexcept;
void add_lists(const NumberLists<std::uint32_t>& lists, std::uint32_t* sums) noexcept;
void add_lists(const NumberLists<std::uint64_t>& lists, std::uint64_t* sums) noexcept;

}  // namespace ramet::inline v1::expr
