#include "ramet/fit/internal/general/closed_shapes.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("closed shapes: parameters that have no density are refused") {
  const Interval range{.low = 0, .high = 10};
  const auto defined = [&](const auto& shape, std::vector<double> arguments) {
    return shape->is_defined(arguments, range);
  };
  CHECK(defined(voigt_shape(), {1, 1, 0}));
  CHECK_FALSE(defined(voigt_shape(), {1, 0, 1}));
  CHECK_FALSE(defined(voigt_shape(), {1, 1, std::nan("")}));
  CHECK_FALSE(defined(argus_shape(), {0, 1, 0.5}));
  CHECK_FALSE(defined(johnson_shape(), {1, 1, 0, 0}));
  CHECK_FALSE(defined(johnson_shape(), {1, 1e-320, 0, 1}));
  CHECK(defined(bernstein_shape(2), {1, 2}));
}

TEST_CASE("closed shapes: far from a peak there is a density still") {
  const std::vector<double> x{1e6}, arguments{0, 1, 1, 1};
  double found = 0;
  voigt_shape()->densities(std::span(arguments).first(3), {}, x, &found);
  CHECK(found > 0);
  johnson_shape()->densities(arguments, {}, x, &found);
  CHECK(found > 0);
}
