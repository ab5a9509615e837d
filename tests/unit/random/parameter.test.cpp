#include "ramet/random/parameter.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet::random;

TEST_CASE("parameter: one number is the value of all") {
  const Parameter mean = 3;
  CHECK_FALSE(mean.is_column());
  CHECK(mean[0] == 3.0);
  CHECK(mean[1000] == 3.0);
}

TEST_CASE("parameter: a column has a value for each number, and is not copied") {
  std::vector<double> values{1, 2, 3};
  const Parameter mean = values;
  values[2] = 4;
  CHECK(mean.is_column());
  CHECK(mean.size() == 3);
  CHECK(mean[2] == 4.0);
}
