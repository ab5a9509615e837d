#include "ramet/fit/internal/general/convolution_shape.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;

namespace {

void check_same(const Model& model, const std::vector<double>& at, const Model& expected,
                const std::vector<double>& at_expected, double epsilon) {
  for (double x = model.range().low + 0.01; x < model.range().high; x += 0.137) {
    CAPTURE(x);
    std::vector<double> found(1), known(1);
    model.densities(at, std::vector{x}, found);
    expected.densities(at_expected, std::vector{x}, known);
    CHECK(found[0] == doctest::Approx(known[0]).epsilon(epsilon));
  }
}

}  // namespace

TEST_CASE("convolution: of a Breit-Wigner and a Gauss is a Voigt") {
  const Interval range{.low = 60, .high = 120};
  const Model folded = convolution(breit_wigner("m", "g"), gauss("shift", "s"), range);
  for (const double sigma : {0.05, 1.5, 6.0}) {
    CAPTURE(sigma);
    check_same(folded, {91, 2.5, 0.5, sigma}, voigt("m", "s", "g", range), {91.5, sigma, 2.5}, 1e-8);
  }
  CHECK(folded.integral_error(std::vector{91.0, 2.5, 0.5, 1.5}) < 1e-8);
}

TEST_CASE("convolution: of two Gausses is a Gauss, in either order and with any widths") {
  const Interval range{.low = -8, .high = 9};
  const Model folded = convolution(gauss("m", "s"), gauss(0.25, "t"), range);
  check_same(folded, {1, 0.6, 0.8}, gauss("m", "s", range), {1.25, 1.0}, 1e-9);
  check_same(folded, {1, 0.006, 0.8}, gauss("m", "s", range), {1.25, std::hypot(0.006, 0.8)}, 1e-9);
  check_same(folded, {1, 0.8, 0.006}, gauss("m", "s", range), {1.25, std::hypot(0.006, 0.8)}, 1e-9);
}

TEST_CASE("convolution: two boxes are a triangle, and a decay has a smooth beginning") {
  const Model box = uniform({.low = 0, .high = 1});
  const Model triangle = convolution(box, box, {.low = 0, .high = 2});
  for (const double x : {0.1, 0.5, 0.999, 1.3, 1.9}) {
    std::vector<double> found(1);
    triangle.densities({}, std::vector{x}, found);
    CHECK(found[0] == doctest::Approx(x < 1 ? x : 2 - x).epsilon(1e-6));
  }
  const Model decay = convolution(exponential("tau"), gauss(0.0, "s"), {.low = -2, .high = 10});
  const double tau = 1.5, s = 0.3;
  const auto density = [&](double x) {  // the exponentially modified Gauss
    return 0.5 / tau * std::exp(0.5 * s * s / tau / tau - x / tau) * std::erfc((s / tau - x / s) / std::sqrt(2.0));
  };
  std::vector<double> at_0(1), at_3(1);
  decay.densities(std::vector{tau, s}, std::vector{0.0}, at_0);
  decay.densities(std::vector{tau, s}, std::vector{3.0}, at_3);
  CHECK(at_3[0] / at_0[0] == doctest::Approx(density(3) / density(0)).epsilon(1e-8));
}

TEST_CASE("convolution: a histogram is smeared, and random events follow") {
  const Model steps = histogram(std::vector<double>{0, 1, 2, 3}, std::vector<double>{1, 0, 3});
  const Model folded = convolution(steps, gauss(0.0, 0.2), {.low = -1, .high = 4});
  const auto above = [](double x) { return 0.5 * std::erfc(-x / 0.2 / std::sqrt(2.0)); };
  std::vector<double> found(1);
  folded.densities({}, std::vector{1.1}, found);
  CHECK(found[0] == doctest::Approx(0.25 * (above(1.1) - above(0.1)) + 0.75 * above(-0.9)).epsilon(1e-7));
  std::vector<double> events(20'000);
  Sampler(folded, {}).fill({.seed = 1, .number = 2}, events);
  std::size_t below = 0;
  for (const double event : events) below += event < 1.5;
  CHECK(static_cast<double>(below) == doctest::Approx(5000 + 93).epsilon(0.05));
}

TEST_CASE("convolution: what it cannot be made of is said") {
  const Model peak = gauss();
  CHECK_THROWS_AS(convolution(peak, peak, {}), ramet::Error);
  CHECK_THROWS_AS(convolution(extended({peak}, {"n"}), peak, {.low = 0, .high = 1}), ramet::Error);
  const Model folded = convolution(peak, gauss(0.0, "r"), {.low = 0, .high = 1});
  std::vector<double> density(1);
  CHECK_THROWS_AS(folded.densities(std::vector{0.5, 0.0, 1.0}, std::vector{0.5}, density), ramet::Error);
  CHECK_THROWS_AS(folded.densities(std::vector{0.5, 0.1, 0.0}, std::vector{0.5}, density), ramet::Error);
}
