#pragma once

#include <concepts>
#include <limits>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::detail {

/// Convert an integer that came from a file, or throw Error(corrupt) when `To` cannot hold it.
template <std::integral To, std::integral From>
constexpr To narrow(From value, std::string_view what) {
  if (!std::in_range<To>(value))
    fail(ErrorKind::corrupt, "{} is out of range: {} is not in {}..{}", what, value, std::numeric_limits<To>::min(),
         std::numeric_limits<To>::max());
  return static_cast<To>(value);
}

/// a * b of two sizes from a file, or Error(corrupt) when it does not fit.
template <std::unsigned_integral Number>
constexpr Number checked_product(Number a, Number b, std::string_view what) {
  Number product = 0;
  if (__builtin_mul_overflow(a, b, &product)) fail(ErrorKind::corrupt, "{} overflows: {} times {}", what, a, b);
  return product;
}

/// a + b of two sizes from a file, or Error(corrupt) when it does not fit.
template <std::unsigned_integral Number>
constexpr Number checked_sum(Number a, Number b, std::string_view what) {
  Number sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) fail(ErrorKind::corrupt, "{} overflows: {} plus {}", what, a, b);
  return sum;
}

}  // namespace ramet::inline v1::detail
