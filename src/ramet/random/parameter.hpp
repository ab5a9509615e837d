#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>

namespace ramet::inline v1::random {

/// A parameter of a distribution: one value for all numbers, or one for each. Borrows these. Threads: immutable.
template <class Value>
class ParameterOf {
 public:
  template <class Number>
    requires std::convertible_to<Number, Value>
  ParameterOf(Number value) noexcept  // NOLINT(google-explicit-constructor): calls read as mathematics
      : value_(static_cast<Value>(value)) {}

  template <std::ranges::contiguous_range Values>
    requires std::same_as<std::ranges::range_value_t<Values>, Value>
  ParameterOf(const Values& values) noexcept  // NOLINT(google-explicit-constructor): the same
      : values_(std::ranges::data(values), std::ranges::size(values)), is_column_(true) {}

  bool is_column() const noexcept { return is_column_; }
  std::size_t size() const noexcept { return values_.size(); }  ///< of a column
  Value operator[](std::size_t index) const noexcept { return is_column_ ? values_[index] : value_; }

 private:
  Value value_{};
  std::span<const Value> values_;
  bool is_column_ = false;
};

using Parameter = ParameterOf<double>;

}  // namespace ramet::inline v1::random
