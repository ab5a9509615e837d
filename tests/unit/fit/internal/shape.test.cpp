#include "ramet/fit/internal/shape.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

namespace {

struct Case {
  ShapeKind kind;
  std::vector<double> parameters;
};

const std::vector<Case> cases{
    {ShapeKind::uniform, {}},
    {ShapeKind::exponential, {2}},
    {ShapeKind::gauss, {3, 1.5}},
    {ShapeKind::breit_wigner, {3, 1.5}},
    {ShapeKind::crystal_ball, {5, 0.8, 1.2, 3}},
    {ShapeKind::two_sided_crystal_ball, {4, 0.8, 1.2, 3, 0.7, 1.5}},
    {ShapeKind::chebyshev, {0.5, -0.2, 0.1, 0.05}},
};
constexpr Interval range{.low = 0, .high = 10};

}  // namespace

TEST_CASE("shape: the integral is that of the density, and its derivatives those of differences") {
  for (const auto& [kind, parameters] : cases) {
    const Shape& shape = shape_of(kind);
    CAPTURE(shape.name);
    Constants constants;
    REQUIRE(shape.prepare(parameters, range, constants));
    constexpr std::size_t steps = 8000;
    std::vector<double> x(steps), densities(steps);
    for (std::size_t i = 0; i < steps; ++i) x[i] = 1 + 8 * (static_cast<double>(i) + 0.5) / steps;
    fastest_kernels().shapes[static_cast<std::size_t>(kind)].densities(constants, x.data(), steps, densities.data());
    double sum = 0;
    for (const double density : densities) sum += density * 8 / steps;
    const Interval part{.low = 1, .high = 9};
    std::array<double, most_parameters> slopes{};
    const double integral = shape.integral(parameters, range, part, slopes.data());
    CHECK(integral == doctest::Approx(sum).epsilon(1e-6));
    CHECK(integral == doctest::Approx(shape.integral(parameters, range, part, nullptr)).epsilon(1e-15));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      std::vector<double> above = parameters, below = parameters;
      above[i] += 1e-6;
      below[i] -= 1e-6;
      const double difference =
          (shape.integral(above, range, part, nullptr) - shape.integral(below, range, part, nullptr)) / 2e-6;
      CHECK(slopes[i] == doctest::Approx(difference).epsilon(1e-6).scale(1));
    }
  }
}

TEST_CASE("shape: parameters that have no density are refused") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  Constants constants;
  const auto has_density = [&](ShapeKind kind, const std::vector<double>& parameters, const Interval& in = range) {
    return shape_of(kind).prepare(parameters, in, constants);
  };
  CHECK(has_density(ShapeKind::crystal_ball, {0, 1, 1, 0.5}));
  CHECK_FALSE(has_density(ShapeKind::crystal_ball, {0, 1, 1, 0.5}, {.low = -infinity, .high = 1}));
  CHECK_FALSE(has_density(ShapeKind::crystal_ball, {0, 1, 0, 2}));
  CHECK_FALSE(has_density(ShapeKind::two_sided_crystal_ball, {0, 1, 1, 2, 1, 1}, {.low = 0, .high = infinity}));
  for (const double sigma : {0.0, -1.0, nan, 1e-320}) {
    CHECK_FALSE(has_density(ShapeKind::gauss, {0, sigma}));
    CHECK_FALSE(has_density(ShapeKind::breit_wigner, {0, sigma}));
    CHECK_FALSE(has_density(ShapeKind::exponential, {sigma}));
  }
  CHECK_FALSE(has_density(ShapeKind::gauss, {nan, 1}));
  CHECK_FALSE(has_density(ShapeKind::chebyshev, {infinity}));
}
