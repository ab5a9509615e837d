#pragma once

#include "ramet/array.hpp"

namespace scenario {

/// The sum of the values of an expression: what contenders agree on.
inline double sum_of(const ramet::array::Array& values) {
  using ramet::array::NumberType;
  if (values.kind() == ramet::array::Kind::list) return sum_of(values.content(0));
  double sum = 0;
  const auto add = [&](auto zero) {
    for (const auto value : values.numbers<decltype(zero)>()) sum += static_cast<double>(value);
  };
  if (values.number() == NumberType::boolean) add(bool{});
  if (values.number() == NumberType::float32) add(float{});
  if (values.number() == NumberType::float64) add(double{});
  return sum;
}

}  // namespace scenario
