#include "ramet/hist/detail/fill_sums.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::hist;

namespace {

/// Values inside, on both edges, outside, and none.
std::vector<double> values_of(std::size_t count) {
  std::mt19937_64 random(count);
  std::uniform_real_distribution<double> uniform(-1, 11);
  std::vector<double> values = {0,
                                10,
                                std::nextafter(10.0, 0.0),
                                -0.0,
                                std::nan(""),
                                std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity()};
  while (values.size() < count) values.push_back(uniform(random));
  values.resize(count);
  return values;
}

void check_equal(const Histogram1D& found, const Histogram1D& expected) {
  CHECK(std::ranges::equal(found.contents(), expected.contents()));
  CHECK(std::ranges::equal(found.squared_weights(), expected.squared_weights()));
  const Statistics& one = found.statistics();
  const Statistics& other = expected.statistics();
  CHECK(one.entries == other.entries);
  CHECK(one.weights == doctest::Approx(other.weights));
  CHECK(one.squared_weights == doctest::Approx(other.squared_weights));
  CHECK(one.weighted_values == doctest::Approx(other.weighted_values));
  CHECK(one.weighted_squares == doctest::Approx(other.weighted_squares));
}

}  // namespace

TEST_CASE("fills are those of a histogram, for any number of values at once") {
  for (const Axis& axis : {Axis(RegularAxis{7, 0, 10}), Axis(VariableAxis{{0, 1, 4, 10}})})
    for (const std::size_t count : {1, 7, 8, 9, 511, 512, 513, 2000}) {
      FillSums sums(axis);
      Histogram1D expected({}, axis);
      for (int time = 0; time < 3; ++time) {
        sums.fill(NumberView(values_of(count)));
        expected.fill(NumberView(values_of(count)));
      }
      check_equal(sums.histogram({}), expected);
    }
}

TEST_CASE("weights may come after fills without") {
  const Axis axis(RegularAxis{7, 0, 10});
  const std::vector<double> values = values_of(1000);
  std::vector<double> weights;
  for (std::size_t k = 0; k < values.size(); ++k) weights.push_back(0.5 + 0.25 * static_cast<double>(k % 5));
  FillSums sums(axis);
  Histogram1D expected({}, axis);
  sums.fill(NumberView(values));
  expected.fill(NumberView(values));
  sums.fill(NumberView(values), NumberView(weights));
  expected.fill(NumberView(values), NumberView(weights));
  check_equal(sums.histogram({}), expected);
}

TEST_CASE("labels are those that the histogram is asked for with") {
  FillSums sums(Axis(RegularAxis{2, 0, 1}));
  CHECK(sums.histogram({.name = "h"}).labels().name == "h");
  sums.keep_squared_weights();
  CHECK(sums.histogram({}).squared_weights().size() == 4);
}

TEST_CASE("fills of values with known cells have the same bits") {
  const Axis axis(RegularAxis{7, 0, 10});
  for (const std::size_t count : {1, 7, 8, 9, 511, 512, 513, 2000}) {
    const std::vector<double> all = values_of(count + 100);
    BinnedValues binned(axis);
    binned.assign(NumberView(std::vector<float>(3000)));  // of an earlier batch
    binned.assign(NumberView(all));
    std::vector<std::uint32_t> rows;
    std::vector<double> values;
    std::vector<float> weights;
    std::mt19937 random(7);
    for (std::uint32_t row = 0; row < all.size() && rows.size() < count; ++row) {
      if (all.size() - row > count - rows.size() && random() % 3 == 0) continue;
      rows.push_back(row);
      values.push_back(all[row]);
      weights.push_back(0.1F * static_cast<float>(row % 9));
    }
    REQUIRE(rows.size() == count);
    FillSums found(axis);
    FillSums expected(axis);
    const auto compare = [&] {
      CHECK(std::ranges::equal(found.histogram({}).contents(), expected.histogram({}).contents()));
      CHECK(std::ranges::equal(found.histogram({}).squared_weights(), expected.histogram({}).squared_weights()));
      CHECK(found.histogram({}).statistics() == expected.histogram({}).statistics());
    };
    found.fill(binned, rows);
    expected.fill(NumberView(values));
    compare();
    found.fill(binned, {});
    expected.fill(NumberView(all));
    compare();
    found.fill(binned, rows, NumberView(weights));
    expected.fill(NumberView(values), NumberView(weights));
    compare();
    found.fill(binned, rows);
    expected.fill(NumberView(values));
    compare();
    const std::vector<double> of_all(all.size(), 2.5);
    found.fill(binned, {}, NumberView(of_all));
    expected.fill(NumberView(all), NumberView(of_all));
    compare();
  }
}
