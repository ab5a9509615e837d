#pragma once

#include <cstddef>
#include <vector>

#include "scenario/measure.hpp"

namespace scenario {

/// Numbers of which a tenth is outside of 0 to 1.
inline std::vector<double> numbers_to_fill(std::size_t count) {
  Numbers drawn(8);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = drawn.uniform() * 1.1 - 0.05;
  return numbers;
}

}  // namespace scenario
