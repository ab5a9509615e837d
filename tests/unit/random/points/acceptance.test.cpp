#include "ramet/random/points/acceptance.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};
constexpr std::array<Interval, 2> box{{{0, 1}, {-1, 3}}};

constexpr auto density = [](std::span<const double> point) { return point[0] * point[0] * (point[1] + 1); };

std::array<std::vector<double>, 2> points(std::size_t count, std::uint64_t first = 0, double largest = 4) {
  std::array<std::vector<double>, 2> found{std::vector<double>(count), std::vector<double>(count)};
  const std::array<std::span<double>, 2> coordinates{found[0], found[1]};
  fill_accepted(stream, {.first_entry = first}, box, largest, density, coordinates);
  return found;
}

}  // namespace

TEST_CASE("acceptance: points have the density") {
  const auto found = points(50'000);
  CHECK(ramet::tests::goodness_of(found[0], [](double x) { return x * x * x; }).is_good());
  CHECK(ramet::tests::goodness_of(found[1], [](double y) { return (y + 1) * (y + 1) / 16; }).is_good());
}

TEST_CASE("acceptance: parts give the same bits") {
  const auto whole = points(500);
  const auto part = points(100, 333);
  for (std::size_t k = 0; k < 2; ++k) CHECK(std::equal(part[k].begin(), part[k].end(), whole[k].begin() + 333));
}

TEST_CASE("acceptance: densities and boxes that cannot be are an error") {
  CHECK_THROWS_WITH_AS(points(100, 0, 1), doctest::Contains("not 0 to 1"), ramet::Error);
  CHECK_THROWS_WITH_AS(points(1, 0, 0), doctest::Contains("the largest density is 0"), ramet::Error);
  std::vector<double> x(1);
  const std::array<std::span<double>, 1> one{x};
  const auto zero = [](std::span<const double>) { return 0.; };
  CHECK_THROWS_WITH_AS(fill_accepted(stream, {}, std::array{Interval{0, 1}}, 1, zero, one),
                       doctest::Contains("1000000 attempts for point 0"), ramet::Error);
  CHECK_THROWS_WITH_AS(fill_accepted(stream, {}, std::array{Interval{1, 0}}, 1, zero, one),
                       doctest::Contains("a side of the box from 1 to 0"), ramet::Error);
  CHECK_THROWS_AS(fill_accepted(stream, {}, box, 1, zero, one), ramet::Error);
  CHECK_THROWS_AS(fill_accepted(stream, {}, {}, 1, zero, {}), ramet::Error);
}
