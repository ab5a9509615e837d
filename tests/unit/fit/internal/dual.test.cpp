#include "ramet/fit/internal/dual.hpp"

#include <limits>

#include <doctest/doctest.h>

using namespace ramet::fit::internal;

namespace {

template <class Function>
void check(const Function& function, double at) {
  const Dual<1> found = function(Dual<1>::of(at, 0));
  CAPTURE(at);
  CHECK(found.value == doctest::Approx(function(at)));
  CHECK(found.slopes[0] == doctest::Approx((function(at + 1e-6) - function(at - 1e-6)) / 2e-6).epsilon(1e-6).scale(1));
}

}  // namespace

TEST_CASE("dual: derivatives of functions are those of differences") {
  for (const double at : {0.3, 1.0, 2.7}) {
    check([](const auto& x) { return (2.0 - x) * x / (x + 1.0) - x; }, at);
    check([](const auto& x) { return exponential(x); }, at);
    check([](const auto& x) { return logarithm(x); }, at);
    check([](const auto& x) { return arc_tangent(x); }, at);
    check([](const auto& x) { return exponential_quotient(x); }, at);
    check([](const auto& x) { return normal_above(x); }, at);
    check([](const auto& x) { return normal_between(x, x + x); }, at);
    check([](const auto& x) { return normal_between(-x, x + x); }, at);
    check([](const auto& x) { return normal_between(-x - x, -x); }, at);
  }
  for (const double at : {-1e-3, -2e-5, 0.0, 1e-5, 1e-3})
    check([](const auto& x) { return exponential_quotient(x); }, at);
}

TEST_CASE("dual: the derivative of a function at infinity is 0") {
  const Dual<1> infinite = std::numeric_limits<double>::infinity() / Dual<1>::of(2, 0);
  CHECK(normal_above(infinite).slopes[0] == 0);
  CHECK(arc_tangent(infinite).slopes[0] == 0);
}

TEST_CASE("dual: tails far from 0 keep their digits") {
  CHECK(normal_between(30.0, 31.0) == doctest::Approx(4.906713927148187e-198).epsilon(1e-10).scale(0));
  CHECK(normal_between(-31.0, -30.0) == normal_between(30.0, 31.0));
}
