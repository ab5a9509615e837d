#include "ramet/fit/model.hpp"

#include <array>
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
  std::array<double, 1> found{};
  model.densities(parameters, std::array{x}, found);
  return found[0];
}

}  // namespace

TEST_CASE("model: each density has the integral that it says, over the range and over parts") {
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const double whole = model.integral(parameters, model.range());
    CHECK(whole == doctest::Approx(model.is_extended() ? 1000 : 1).epsilon(1e-12));
    constexpr int steps = 20'000;
    double sum = 0;
    for (int i = 0; i < steps; ++i) sum += density(model, parameters, 2 + 5 * (i + 0.5) / steps) * 5 / steps;
    CHECK(model.integral(parameters, {.low = 2, .high = 7}) == doctest::Approx(sum).epsilon(1e-6));
  }
}

TEST_CASE("model: densities are those of the shapes") {
  CHECK(density(gauss(), {1, 2}, 3) == doctest::Approx(std::exp(-0.5) / std::sqrt(8 * std::numbers::pi)));
  CHECK(density(exponential(), {4}, 2) == doctest::Approx(std::exp(-0.5) / 4));
  CHECK(density(breit_wigner(), {1, 2}, 2) == doctest::Approx(0.5 / std::numbers::pi));
  CHECK(density(uniform({.low = 1, .high = 5}), {}, 2) == 0.25);
  CHECK(density(chebyshev({0.5}, {.low = 0, .high = 4}), {}, 3) == doctest::Approx(1.25 / 4));
  // in the tail a power of 1 / n, and continuous where it begins
  const Model ball = crystal_ball("m", "s", 1.0, 2.0, {.low = -100, .high = 100});
  CHECK(density(ball, {0, 1}, -9) / density(ball, {0, 1}, -19) == doctest::Approx(4));
  CHECK(density(ball, {0, 1}, -1.0000001) == doctest::Approx(density(ball, {0, 1}, -0.9999999)).epsilon(1e-6));
}

TEST_CASE("model: parameters have names and limits; those of one name are one") {
  const Interval range{.low = 0, .high = 10};
  const Model model = mixture({gauss("m", "s"), gauss("m", 2.0)}, {"f"}, range);
  CHECK(model.parameters() == std::vector<Parameter>{{"m", -infinity, infinity}, {"s", 0, infinity}, {"f", 0, 1}});
  CHECK(model.range() == range);
  CHECK(model.within({.low = 1, .high = 2}).range() == Interval{.low = 1, .high = 2});
}

TEST_CASE("model: what cannot be a model is refused, with the reason") {
  const Interval range{.low = 0, .high = 10};
  CHECK_THROWS_AS(uniform({}), ramet::Error);
  CHECK_THROWS_AS(gauss("m", "s", {.low = 1, .high = 1}), ramet::Error);
  CHECK_THROWS_AS(gauss("", "s"), ramet::Error);
  CHECK_THROWS_AS(gauss("m", infinity), ramet::Error);
  CHECK_THROWS_AS(exponential("tau", {}), ramet::Error);
  CHECK_THROWS_AS(chebyshev({}, range), ramet::Error);
  CHECK_THROWS_AS(mixture({gauss(), exponential()}, {"f"}), ramet::Error);
  CHECK_THROWS_AS(mixture({gauss()}, {"f"}), ramet::Error);
  CHECK_THROWS_AS(mixture({extended({gauss()}, {"n"})}, {}), ramet::Error);
  CHECK_THROWS_AS(extended(std::vector<Model>{}, {}), ramet::Error);
  CHECK_THROWS_AS(mixture(std::vector(17, uniform(range)), std::vector<Argument>(16, 0.05)), ramet::Error);
}

TEST_CASE("model: parameters without a density are refused by name") {
  const std::vector<double> x{1};
  std::vector<double> to(1), too_few(0);
  CHECK_THROWS_WITH_AS(gauss().densities(std::array{0.0, -1.0}, x, to), "parameter 'sigma' is -1, expected 0 to inf",
                       ramet::Error);
  CHECK_THROWS_AS(gauss().densities(std::array{0.0, 0.0}, x, to), ramet::Error);
  CHECK_THROWS_AS(gauss().densities(std::array{0.0}, x, to), ramet::Error);
  CHECK_THROWS_AS(gauss().densities(std::array{0.0, 1.0}, x, too_few), ramet::Error);
  CHECK_THROWS_AS(crystal_ball().densities(std::array{0.0, 1.0, 1.0, 0.9}, x, to), ramet::Error);
}
