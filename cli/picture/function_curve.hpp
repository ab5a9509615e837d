#pragma once

#include <cstddef>
#include <vector>

#include "ramet/hist/figures/function.hpp"

namespace ramet::cli {

/// Points of a curve. Threads: a value.
struct Curve {
  std::vector<double> x, y;
};

/// The curve of a function of one variable in its range, with its parameters. Empty if it has no formula, or one that
/// ramet lacks.
Curve curve_of(const hist::Function& function, std::size_t points);

}  // namespace ramet::cli
