#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "ramet/core/error.hpp"
#include "ramet/random/parameter.hpp"

namespace ramet::inline v1::random::internal {

/// A column has a value for each of `count` numbers. Throws Error(misuse).
template <class Value>
void check_size(const ParameterOf<Value>& parameter, std::size_t count, const char* name) {
  if (parameter.is_column() && parameter.size() != count)
    detail::fail(ErrorKind::misuse, "{} has {} values for {} numbers", name, parameter.size(), count);
}

/// All values are as `is_allowed` says, which `expected` describes. Throws Error(misuse) with the first that is not.
template <class Value, class Allowed>
void check_values(const ParameterOf<Value>& parameter, std::size_t count, const char* name, const char* expected,
                  const Allowed& is_allowed) {
  check_size(parameter, count, name);
  const std::size_t values = parameter.is_column() ? count : 1;
  for (std::size_t i = 0; i < values; ++i) {
    if (is_allowed(parameter[i])) continue;
    if (parameter.is_column())
      detail::fail(ErrorKind::misuse, "{} of number {} is {}, not {}", name, i, parameter[i], expected);
    detail::fail(ErrorKind::misuse, "{} is {}, not {}", name, parameter[i], expected);
  }
}

inline void check_positive(const Parameter& parameter, std::size_t count, const char* name) {
  check_values(parameter, count, name, "above 0", [](double value) { return value > 0 && std::isfinite(value); });
}

/// Replace each number x of a part, which begins at `first`, by function(x, a, b).
template <class Function>
void apply(std::span<double> part, std::size_t first, const Parameter& a, const Parameter& b,
           const Function& function) {
  if (a.is_column() || b.is_column()) {
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = function(part[i], a[first + i], b[first + i]);
  } else {
    const double one_a = a[0], one_b = b[0];
    for (double& number : part) number = function(number, one_a, one_b);
  }
}

}  // namespace ramet::inline v1::random::internal
