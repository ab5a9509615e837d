#include "ramet/fit/internal/general/formula_shape.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("formula shape: a division of whole numbers by 0 is no number, and no exception") {
  const auto shape = formula_shape("7/int(x)");
  const std::vector<double> x{0.5, 2.0};
  std::vector<double> found(2);
  shape->densities({}, {.low = 0, .high = 10}, x, found.data());
  CHECK(std::isnan(found[0]));
  CHECK(std::isnan(shape->integral({}, {.low = 0, .high = 10}, {.low = 0, .high = 10}, nullptr)));
  CHECK(shape->integral({}, {.low = 0, .high = 10}, {.low = 2, .high = 2}, nullptr) == 0);
}

TEST_CASE("formula shape: derivatives by parameters of formulas with a name") {
  CHECK(parameters_of_formula("gaus") == std::vector<std::string>{"Constant", "Mean", "Sigma"});
  const auto shape = formula_shape("gaus");
  const std::vector<double> at{2, 1, 3}, x{2.5};
  double slopes[3];
  double* const rows[] = {slopes, slopes + 1, slopes + 2};
  shape->slopes(at, {.low = 0, .high = 10}, x, rows);
  const double value = std::exp(-0.125);
  CHECK(slopes[0] == doctest::Approx(value));
  CHECK(slopes[1] == doctest::Approx(2 * value * 0.5 / 3));
  CHECK(slopes[2] == doctest::Approx(2 * value * 0.25 / 3));
}
