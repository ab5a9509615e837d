#include "ramet/expr/internal/run/special/struve.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

TEST_CASE("Struve functions have their known values") {
  CHECK(struve_h(0, 1) == Approx(0.56865662704828795).epsilon(1e-14));
  CHECK(struve_h(1, 1) == Approx(0.19845733620194440).epsilon(1e-14));
  CHECK(struve_h(0, 10) == Approx(0.11874368368746129).epsilon(1e-12));
  CHECK(struve_l(0, 1) == Approx(0.71024318593789089).epsilon(1e-14));
  CHECK(struve_l(1, 1) == Approx(0.22676438105580865).epsilon(1e-14));
}

TEST_CASE("the series and the integral meet") {
  for (const int order : {0, 1})
    CHECK(struve_h(order, 5) == Approx(struve_h(order, std::nextafter(5., 6.))).epsilon(1e-13));
}

TEST_CASE("order 0 is odd, order 1 is even; what is too large is infinite") {
  for (const double x : {0.5, 3., 20.}) {
    CHECK(struve_h(0, -x) == -struve_h(0, x));
    CHECK(struve_h(1, -x) == struve_h(1, x));
    CHECK(struve_l(0, -x) == -struve_l(0, x));
    CHECK(struve_l(1, -x) == struve_l(1, x));
  }
  CHECK(struve_h(0, 0) == 0);
  CHECK(std::isinf(struve_l(0, 1e4)));
}
