#include "ramet/fit/shapes.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double density(const Model& model, const std::vector<double>& parameters, double x) {
  std::vector<double> found(1);
  model.densities(parameters, std::vector{x}, found);
  return found[0];
}

}  // namespace

TEST_CASE("shapes: a Voigt without width is a Gauss, and without resolution a Breit-Wigner") {
  const Model model = voigt();
  for (const double x : {3.0, 4.9, 5.0, 7.5}) {
    CHECK(density(model, {5, 0.8, 0}, x) == doctest::Approx(density(gauss(), {5, 0.8}, x)).epsilon(1e-12));
    CHECK(density(model, {5, 1e-9, 0.8}, x) == doctest::Approx(density(breit_wigner(), {5, 0.8}, x)).epsilon(1e-9));
  }
  CHECK(density(model, {0, 1, 1}, 0) == doctest::Approx(0.278955).epsilon(1e-5));
  CHECK(model.integral(std::vector{5.0, 1e-9, 0.8}, {.low = 5.4, .high = infinity}) == doctest::Approx(0.25));
  CHECK(model.integral(std::vector{5.0, 0.8, 0.0}, {.low = -infinity, .high = 5.8}) ==
        doctest::Approx(0.8413447460685));
  CHECK(model.integral(std::vector{5.0, 0.8, 0.6}, {.low = -infinity, .high = 5}) ==
        doctest::Approx(0.5).epsilon(1e-12));
  CHECK(voigt("m", "s", "g", {.low = 0}).integral(std::vector{5.0, 0.8, 0.6}, {.low = 0}) == doctest::Approx(1));
}

TEST_CASE("shapes: an Argus is what its formula says, also beyond its end") {
  const Model model = argus("end", "slope", 0.5, {.low = 0, .high = 6});
  CHECK(density(model, {5, -3}, 5.5) == 0);
  const double ratio = density(model, {5, -3}, 4) / density(model, {5, -3}, 2);
  CHECK(ratio == doctest::Approx(2 * std::sqrt(0.36 / 0.84) * std::exp(-3 * (0.36 - 0.84))).epsilon(1e-12));
  CHECK(model.integral(std::vector{5.0, 0.0}, {.low = 0, .high = 3}) == doctest::Approx(1 - std::pow(0.64, 1.5)));
}

TEST_CASE("shapes: Johnson's is normal in its variable") {
  const Model model = johnson_su();
  const std::vector<double> at{1, 2, 0.5, 1.5};
  const double x = 1 + 2 * std::sinh((1 - 0.5) / 1.5);  // where the variable is 1
  CHECK(model.integral(at, {.low = -infinity, .high = x}) == doctest::Approx(0.8413447460685).epsilon(1e-12));
  CHECK(model.integral(at, {}) == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("shapes: Bernstein's polynomials add up to 1, and to a line") {
  const Interval range{.low = 2, .high = 6};
  CHECK(density(bernstein({1.0, 1.0, 1.0, 1.0}, range), {}, 3.3) == doctest::Approx(0.25));
  CHECK(density(bernstein({0.0, 1.0, 2.0}, range), {}, 5) == doctest::Approx(0.75 * 0.5));
  CHECK_THROWS_AS(bernstein({}, range), ramet::Error);
  CHECK_THROWS_AS(bernstein({1.0}, {.low = 0}), ramet::Error);
}

TEST_CASE("shapes: a histogram is normalised, in a part of its range, too") {
  const Model model = histogram(std::vector<double>{0, 1, 4, 10}, std::vector<double>{3, 1, 6});
  CHECK(density(model, {}, 0.5) == doctest::Approx(0.3));
  CHECK(density(model, {}, 1) == doctest::Approx(0.1 / 3));
  CHECK(density(model, {}, 10) == doctest::Approx(0.1));
  CHECK(model.integral({}, {.low = 0.5, .high = 2.5}) == doctest::Approx(0.2));
  CHECK(density(model.within({.low = 0, .high = 4}), {}, 0.5) == doctest::Approx(0.75));
  CHECK_THROWS_AS(model.within({.low = 0, .high = 11}), ramet::Error);
  CHECK_THROWS_AS(histogram(std::vector<double>{0, 1}, std::vector<double>{-1}), ramet::Error);
  CHECK_THROWS_AS(histogram(std::vector<double>{0, 0}, std::vector<double>{1}), ramet::Error);
  CHECK_THROWS_AS(histogram(std::vector<double>{0, 1}, std::vector<double>{0}), ramet::Error);
  CHECK_THROWS_AS(histogram(std::vector<double>{0, 1}, std::vector<double>{1, 2}), ramet::Error);
}

TEST_CASE("shapes: formulas are normalised numerically, and say how well") {
  const Interval range{.low = 0, .high = 10};
  const Model slope = formula("exp(-x/[tau])", range);
  CHECK(slope.parameters() == std::vector{Parameter{"tau", -infinity, infinity}});
  CHECK(density(slope, {3}, 2) == doctest::Approx(density(exponential("t", range), {3}, 2)).epsilon(1e-13));
  CHECK(slope.integral_error(std::vector{3.0}) < 1e-12);
  CHECK(gauss().integral_error(std::vector{3.0, 1.0}) == 0);
  const Model step = formula("x < 3.3 ? 1 : [a]", range);
  CHECK(density(step, {2}, 1) == doctest::Approx(1 / (3.3 + 2 * 6.7)).epsilon(1e-9));
  CHECK(step.integral_error(std::vector{2.0}) < 1e-9);
  const Model events = formula("[n]*x", range, {}, FormulaScale::events);
  CHECK(events.is_extended());
  CHECK(events.integral(std::vector{2.0}, {.low = 0, .high = 5}) == doctest::Approx(25));
}

TEST_CASE("shapes: formulas that cannot be densities are refused") {
  const Interval range{.low = 0, .high = 10};
  CHECK_THROWS_AS(formula("x*y", range), ramet::Error);
  CHECK_THROWS_AS(formula("x", {.low = 0}), ramet::Error);
  CHECK_THROWS_AS(formula("x*[a]", range, {1.0, 2.0}), ramet::Error);
  CHECK_THROWS_AS(formula("pol13", range), ramet::Error);
  CHECK_THROWS_AS(formula("x+", range), ramet::Error);
  CHECK_THROWS_AS(density(formula("x-[a]", range), {20}, 1), ramet::Error);   // negative
  CHECK_THROWS_AS(density(formula("7/int(x)", range), {}, 1), ramet::Error);  // no integral
}
