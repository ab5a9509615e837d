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

/// Contiguous numbers: a span, std::vector, std::array, ... of a type that converts to double.
template <class Range>
concept NumberRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                      std::is_arithmetic_v<std::ranges::range_value_t<Range>> &&
                      sizeof(std::ranges::range_value_t<Range>) <= sizeof(double);

/// Borrowed numbers of any column type, read as double. Threads: a value that borrows.
class NumberView {
 public:
  NumberView() noexcept = default;

  /// View a span, std::vector, std::array, ... of numbers.
  template <NumberRange Range>
  NumberView(const Range& numbers) noexcept  // NOLINT(google-explicit-constructor): it stands in for the numbers
      : numbers_(std::ranges::data(numbers)),
        size_(std::ranges::size(numbers)),
        type_(array::number_type<std::ranges::range_value_t<Range>>()) {}

  /// View the numbers of a column, or the items of its lists. Throws Error(misuse) for strings and records.
  static NumberView of(const array::Array& column);

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  array::NumberType type() const noexcept { return type_; }

  /// Numbers [first, first + count), which must exist.
  NumberView part(std::size_t first, std::size_t count) const noexcept;

  /// The first scratch.size() numbers, which must exist: a view if they are doubles, else converted into `scratch`.
  std::span<const double> load(std::span<double> scratch) const noexcept;

 private:
  const void* numbers_ = nullptr;
  std::size_t size_ = 0;
  array::NumberType type_ = array::NumberType::float64;
};

}  // namespace ramet::inline v1::hist
