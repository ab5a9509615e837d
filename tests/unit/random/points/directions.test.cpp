#include "ramet/random/points/directions.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include "unit/random/expected/held_values.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;
namespace held = ramet::tests::held;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

template <std::size_t Size>
bool begins_with(const std::vector<double>& numbers, std::size_t first, const std::array<double, Size>& expected) {
  return std::equal(expected.begin(), expected.end(), numbers.begin() + static_cast<std::ptrdiff_t>(first));
}

std::vector<double> angles_of(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> angles;
  for (std::size_t i = 0; i < x.size(); ++i) angles.push_back(std::atan2(y[i], x[i]));
  return angles;
}

double angle_cumulative(double angle) { return 0.5 + angle / (2 * std::numbers::pi); }

}  // namespace

TEST_CASE("directions: points of a circle are held, on the circle, and good") {
  std::vector<double> x(200'000), y(200'000);
  fill_circle(stream, {}, x, y, 2);
  CHECK(begins_with(x, 5, held::circle_x));
  CHECK(begins_with(y, 5, held::circle_y));
  for (std::size_t i = 0; i < 1000; ++i) CHECK(x[i] * x[i] + y[i] * y[i] == doctest::Approx(4).epsilon(1e-14));
  CHECK(ramet::tests::goodness_of(angles_of(x, y), angle_cumulative).is_good());
}

TEST_CASE("directions: points of a sphere are held, on the sphere, and good") {
  std::vector<double> x(200'000), y(200'000), z(200'000);
  fill_sphere(stream, {}, x, y, z, 2);
  CHECK(begins_with(x, 5, held::sphere_x));
  CHECK(begins_with(y, 5, held::sphere_y));
  CHECK(begins_with(z, 5, held::sphere_z));
  for (std::size_t i = 0; i < 1000; ++i)
    CHECK(x[i] * x[i] + y[i] * y[i] + z[i] * z[i] == doctest::Approx(4).epsilon(1e-14));
  CHECK(ramet::tests::goodness_of(angles_of(x, y), angle_cumulative).is_good());
  CHECK(ramet::tests::goodness_of(x, [](double height) { return (height + 2) / 4; }).is_good());
  CHECK(ramet::tests::goodness_of(z, [](double height) { return (height + 2) / 4; }).is_good());
}

TEST_CASE("directions: spans of different lengths are an error with both") {
  std::vector<double> x(3), y(2);
  CHECK_THROWS_WITH_AS(fill_circle(stream, {}, x, y), "there are 3 numbers for x and 2 for y", ramet::Error);
}
