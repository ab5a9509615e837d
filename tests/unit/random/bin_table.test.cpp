#include "ramet/random/bin_table.hpp"

#include <array>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include "unit/random/expected/held_values.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

}  // namespace

TEST_CASE("bin table: numbers of a histogram are held and good, and none is in an empty bin") {
  const BinTable table({{0, 1, 3, 4}}, std::array<double, 3>{1, 0, 2});
  std::vector<double> numbers(200'000);
  table.fill(stream, {}, std::array{std::span(numbers)});
  CHECK(std::equal(numbers.begin() + 5, numbers.begin() + 69, ramet::tests::held::binned.begin()));
  CHECK(
      ramet::tests::goodness_of(numbers, [](double x) { return x < 1 ? x / 3 : 1. / 3 + (x - 3) * 2 / 3; }).is_good());
  for (const double number : numbers) REQUIRE((number <= 1 || number >= 3));
}

TEST_CASE("bin table: the first axis of two is the fastest") {
  const BinTable table({{0, 1, 2}, {10, 20, 30, 40}}, std::array<double, 6>{0, 0, 0, 3, 1, 0});
  std::vector<double> x(10'000), y(10'000);
  table.fill(stream, {}, std::array{std::span(x), std::span(y)});
  int of_three = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool is_three = x[i] >= 1 && y[i] >= 20 && y[i] <= 30;
    of_three += is_three ? 1 : 0;
    REQUIRE((is_three || (x[i] <= 1 && y[i] >= 30)));
  }
  CHECK(of_three == doctest::Approx(7500).epsilon(0.03));
}

TEST_CASE("bin table: edges, contents and coordinates that do not fit are errors with their numbers") {
  const std::array<double, 2> contents{1, 2};
  CHECK_THROWS_WITH_AS(BinTable({{0, 1}}, contents), "2 contents are given for 1 bins of 1 axes", ramet::Error);
  CHECK_THROWS_WITH_AS(BinTable({{0, 1, 1}}, contents), "edge 2 of an axis is 1 after 1", ramet::Error);
  CHECK_THROWS_WITH_AS(BinTable({{0}}, contents), "an axis has 1 edges, expected at least 2", ramet::Error);
  CHECK_THROWS_WITH_AS(BinTable({{0, 1, 2}}, std::array<double, 2>{1, -1}), "weight 1 is -1, not at least 0",
                       ramet::Error);
  const BinTable table({{0, 1, 2}}, contents);
  CHECK_THROWS_WITH_AS(table.fill(stream, {}, {}), "coordinates of 0 axes are wanted from a table of 1", ramet::Error);
}
