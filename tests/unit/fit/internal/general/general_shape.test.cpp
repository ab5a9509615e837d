#include "ramet/fit/internal/general/general_shape.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/general/closed_shapes.hpp"

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("general shape: a range ascends") {
  CHECK_NOTHROW(voigt_shape()->check_range({}));
  CHECK_THROWS_WITH_AS(voigt_shape()->check_range({.low = 2, .high = 2}),
                       "the range of 'voigt' is 2 to 2, which does not ascend", ramet::Error);
  CHECK(voigt_shape()->variance({}) == 0);
  CHECK(voigt_shape()->integral_error({}, {}) == 0);
}
