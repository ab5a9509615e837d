#include "ramet/fit/internal/general/faddeeva.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;

TEST_CASE("faddeeva: on the axes it is the exponential and the complementary error function") {
  for (double x = -8; x <= 8; x += 0.0625) {
    CAPTURE(x);
    CHECK(faddeeva(x, 0).real == doctest::Approx(std::exp(-x * x)).epsilon(1e-13));
    if (x < 0) continue;
    CHECK(faddeeva(0, x).real == doctest::Approx(std::exp(x * x) * std::erfc(x)).epsilon(1e-12));
    CHECK(std::abs(faddeeva(0, x).imaginary) < 1e-15);
  }
}

TEST_CASE("faddeeva: known values") {
  const Faddeeva w = faddeeva(1, 1);
  CHECK(w.real == doctest::Approx(0.30474420525691259).epsilon(1e-14));
  CHECK(w.imaginary == doctest::Approx(0.20821893820283163).epsilon(1e-14));
  const Faddeeva mirrored = faddeeva(-1, 1);
  CHECK(mirrored.real == w.real);
  CHECK(mirrored.imaginary == -w.imaginary);
}

TEST_CASE("faddeeva: far away it is i / (sqrt(pi) z), also beside the real axis") {
  for (const double y : {0.0, 1e-12, 1e-3, 1.0, 1e4}) {
    CAPTURE(y);
    const double x = 1e5, square = x * x + y * y;
    CHECK(faddeeva(x, y).real == doctest::Approx(std::numbers::inv_sqrtpi * y / square).epsilon(1e-8));
    CHECK(faddeeva(x, y).imaginary == doctest::Approx(std::numbers::inv_sqrtpi * x / square).epsilon(1e-8));
  }
}
