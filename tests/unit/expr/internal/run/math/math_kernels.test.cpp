#include "ramet/expr/internal/run/math/math_kernels.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace ramet;
using expr::ElementOperation;
using expr::NumberType;

namespace {

double computed(ElementOperation operation, double one, double other = 0) {
  const void* const from[] = {&one, &other};
  double to = 0;
  expr::math_kernel(operation, NumberType::float64)(from, &to, 1);
  return to;
}

}  // namespace

TEST_CASE("results that can be exact are") {
  for (int base = -20; base <= 20; ++base)
    for (int exponent = 0; exponent <= 10; ++exponent) {
      double product = 1;
      for (int k = 0; k < exponent; ++k) product *= base;
      CHECK(computed(ElementOperation::power, base, exponent) == product);
    }
  for (int k = -1000; k <= 1000; ++k) {
    CHECK(computed(ElementOperation::exp2, k) == std::ldexp(1., k));
    CHECK(computed(ElementOperation::log2, std::ldexp(1., k)) == k);
  }
  CHECK(computed(ElementOperation::log10, 1000) == 3);
  CHECK(computed(ElementOperation::sin, 0) == 0);
  CHECK(computed(ElementOperation::cos, 0) == 1);
  CHECK(computed(ElementOperation::exp, 0) == 1);
}

TEST_CASE("errors are at most a unit in the last place of the system's library") {
  const auto near = [](double found, double expected) {
    return std::fabs(found - expected) <= 2 * (std::nextafter(std::fabs(expected), INFINITY) - std::fabs(expected));
  };
  for (double x = -30; x < 30; x += 0.37) {
    CAPTURE(x);
    CHECK(near(computed(ElementOperation::exp, x), std::exp(x)));
    CHECK(near(computed(ElementOperation::sin, x), std::sin(x)));
    CHECK(near(computed(ElementOperation::cos, x), std::cos(x)));
    CHECK(near(computed(ElementOperation::tan, x), std::tan(x)));
    CHECK(near(computed(ElementOperation::atan2, x, 2), std::atan2(x, 2)));
    CHECK(near(computed(ElementOperation::log, std::fabs(x)), std::log(std::fabs(x))));
    CHECK(near(computed(ElementOperation::power, std::fabs(x), 1.7), std::pow(std::fabs(x), 1.7)));
  }
}

TEST_CASE("hyperbolic functions are finite as long as double is") {
  for (const double x : {708.9, 709.5, 710., 710.4}) {
    CHECK(computed(ElementOperation::sinh, x) == doctest::Approx(std::sinh(x)).epsilon(1e-15));
    CHECK(computed(ElementOperation::sinh, -x) == -computed(ElementOperation::sinh, x));
    CHECK(computed(ElementOperation::cosh, -x) == doctest::Approx(std::cosh(x)).epsilon(1e-15));
  }
  CHECK(computed(ElementOperation::sinh, -711) == -INFINITY);
  CHECK(computed(ElementOperation::cosh, 711) == INFINITY);
  CHECK(std::isnan(computed(ElementOperation::sinh, NAN)));
}

TEST_CASE("other functions and types are left to the system's library") {
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::erf, NumberType::float64)));
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::add, NumberType::float64)));
  CHECK_FALSE(static_cast<bool>(expr::math_kernel(ElementOperation::exp, NumberType::int32)));
}
