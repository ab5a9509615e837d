#pragma once

#include <vector>

namespace ramet::cli {

/// The smallest of 1, 2, 2.5 or 5 times a power of ten that is at least `wanted`, which is positive and finite.
double nice_step(double wanted);

/// As nice_step, but a whole number: 1, 2, 5, 10, 20, 25, 50, ...
double nice_whole_step(double wanted);

/// The multiples of `step` in [low, high], at most 1,000 of them; 0 is exactly 0.
std::vector<double> multiples_between(double low, double high, double step);

}  // namespace ramet::cli
