#include "ramet/random/internal/parameters.hpp"

#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::random;
using namespace ramet::random::internal;

TEST_CASE("parameters: infinite values are not above 0 enough") {
  CHECK_THROWS_WITH_AS(check_positive(std::numeric_limits<double>::infinity(), 3, "shape"), "shape is inf, not above 0",
                       ramet::Error);
}

TEST_CASE("parameters: a function is applied with the values of each number") {
  std::vector<double> part{1, 1};
  const std::vector<double> values{10, 20, 30};
  apply(part, 1, values, 5, [](double number, double a, double b) { return number + a * b; });
  CHECK(part == std::vector<double>{101, 151});
}
