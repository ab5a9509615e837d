#include "ramet/fit/internal/general/template_shape.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("template shape: integrals and variances of parts") {
  const std::vector<double> edges{0, 1, 3}, contents{4, 6}, variances{4, 9};
  const auto shape = template_shape(edges, contents, variances);
  CHECK(shape->integral({}, {}, {.low = 0, .high = 3}, nullptr) == 10);
  CHECK(shape->integral({}, {}, {.low = 0.5, .high = 2}, nullptr) == doctest::Approx(5));
  CHECK(shape->variance({.low = 1, .high = 3}) == 9);
  CHECK(template_shape(edges, contents, {})->variance({.low = 0, .high = 1}) == 0);
  CHECK(shape->bounds({}, {.low = 0.5, .high = 3}) == std::vector{0.5, 1.0, 3.0});
}
