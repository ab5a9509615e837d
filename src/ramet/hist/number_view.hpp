#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

#include "ramet/array/array.hpp"
#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::hist {

/// Numbers that lie one after the other: a span, std::vector, std::array, ... of a type that double can stand for.
template <class Range>
concept NumberRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                      std::is_arithmetic_v<std::ranges::range_value_t<Range>> &&
                      sizeof(std::ranges::range_value_t<Range>) <= sizeof(double);

/// Numbers of any type that a column can have, borrowed, to be read as double. Threads: a value that borrows.
class NumberView {
 public:
  NumberView() noexcept = default;

  /// Of a span, std::vector, std::array, ... of numbers.
  template <NumberRange Range>
  NumberView(const Range& numbers) noexcept  // NOLINT(google-explicit-constructor): it stands in for the numbers
      : numbers_(std::ranges::data(numbers)),
        size_(std::ranges::size(numbers)),
        type_(array::number_type<std::ranges::range_value_t<Range>>()) {}

  /// The numbers of a column, those of its lists one after the other. Throws Error(misuse) when it has strings or
  /// records.
  static NumberView of(const array::Array& column);

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  array::NumberType type() const noexcept { return type_; }

  /// Numbers [first, first + count), which are all there.
  NumberView part(std::size_t first, std::size_t count) const noexcept;

  /// The first scratch.size() numbers, of which there are as many: where they are, or converted into `scratch`.
  std::span<const double> load(std::span<double> scratch) const noexcept;

 private:
  const void* numbers_ = nullptr;
  std::size_t size_ = 0;
  array::NumberType type_ = array::NumberType::float64;
};

}  // namespace ramet::inline v1::hist
