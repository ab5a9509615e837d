#include "ramet/hist/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

Histogram1D three_bins() { return {{.name = "h"}, RegularAxis{3, 0, 3}}; }

std::vector<double> random_values(std::size_t count) {
  std::mt19937_64 random(count);
  std::normal_distribution<double> normal(1.5, 1);
  std::vector<double> values(count);
  for (double& value : values) value = normal(random);
  return values;
}

/// One value after the other, as TH1::Fill does.
Histogram1D filled_singly(Histogram1D histogram, const std::vector<double>& values,
                          const std::vector<double>& weights) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights.empty())
      histogram.fill(values[i]);
    else
      histogram.fill(values[i], weights[i]);
  }
  return histogram;
}

}  // namespace

TEST_CASE("a value counts in its cell, and in the statistics when it is inside") {
  Histogram1D histogram = three_bins();
  for (const double value : {0.5, 1.5, 1.5, -1.0, 7.0, std::numeric_limits<double>::quiet_NaN()}) histogram.fill(value);
  CHECK(histogram.values() == std::vector<double>{1, 2, 0});
  CHECK(histogram.values(Flow::included) == std::vector<double>{1, 1, 2, 0, 2});
  CHECK(histogram.sum() == 3);
  CHECK(histogram.sum(Flow::included) == 6);
  CHECK(histogram.statistics() == Statistics{6, 3, 3, 3.5, 4.75});
  CHECK(histogram.mean() == doctest::Approx(3.5 / 3));
  CHECK(histogram.standard_deviation() == doctest::Approx(std::sqrt(4.75 / 3 - 3.5 * 3.5 / 9)));
}

TEST_CASE("without weights the variance of a bin is its count, and no squares are kept") {
  Histogram1D histogram = three_bins();
  histogram.fill(std::vector<float>{0, 0, 2});
  histogram.fill(1.5, 1.0);
  CHECK(histogram.squared_weights().empty());
  CHECK(histogram.variances() == std::vector<double>{2, 1, 1});
}

TEST_CASE("the first weight that is not 1 begins the sums of squared weights, which count what was there") {
  Histogram1D histogram = three_bins();
  histogram.fill(0.5);
  histogram.fill(0.5, 3);
  CHECK(histogram.values() == std::vector<double>{4, 0, 0});
  CHECK(histogram.variances() == std::vector<double>{10, 0, 0});
  histogram.fill(std::vector<double>{0.5});
  CHECK(histogram.values() == std::vector<double>{5, 0, 0});
  CHECK(histogram.variances() == std::vector<double>{11, 0, 0});
  CHECK(histogram.statistics() == Statistics{3, 5, 11, 2.5, 1.25});
}

TEST_CASE("an empty histogram has mean and standard deviation 0") {
  CHECK(three_bins().mean() == 0);
  CHECK(three_bins().standard_deviation() == 0);
}

TEST_CASE("a histogram whose contents were set has its mean from the middle of the bins") {
  const Histogram1D histogram({}, RegularAxis{2, 0, 4}, {9, 1, 3, 9}, {}, {.entries = 4});
  CHECK(histogram.mean() == doctest::Approx(2.5));
  CHECK(histogram.standard_deviation() == doctest::Approx(std::sqrt(0.75)));
}

TEST_CASE("contents that do not fit the axis are misuse") {
  const Axis axis = RegularAxis{2, 0, 4};
  CHECK_THROWS_AS(Histogram1D({}, axis, {1, 2, 3}, {}, {}), Error);
  CHECK_THROWS_AS(Histogram1D({}, axis, {1, 2, 3, 4}, {1}, {}), Error);
  CHECK_NOTHROW(Histogram1D({}, axis, {1, 2, 3, 4}, {1, 2, 3, 4}, {}));
}

TEST_CASE("as many weights as values are needed, and nothing is filled otherwise") {
  Histogram1D histogram = three_bins();
  CHECK_THROWS_AS(histogram.fill(std::vector<double>{1, 2}, std::vector<double>{1}), Error);
  CHECK(histogram == three_bins());
}

TEST_CASE("many values at once give the same bits as one after the other") {
  for (const std::size_t count : {0, 1, 511, 512, 513, 5000}) {
    CAPTURE(count);
    const auto values = random_values(count);
    const auto weights = random_values(count);
    for (const Axis& axis : {Axis(RegularAxis{3, 0, 3}), Axis(VariableAxis{{-1, 0, 2, 2.5}})}) {
      Histogram1D counts({}, axis);
      counts.fill(values);
      CHECK(counts == filled_singly(Histogram1D({}, axis), values, {}));
      Histogram1D weighted({}, axis);
      weighted.keep_squared_weights();
      const Histogram1D expected = filled_singly(weighted, values, weights);
      weighted.fill(values, weights);
      CHECK(weighted == expected);
    }
  }
}

TEST_CASE("any split of the values gives the same histogram") {
  CHECK(rc::check([](const std::vector<float>& values, std::vector<std::uint8_t> lengths, bool is_weighted) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < values.size(); ++i) weights.push_back(0.1 * static_cast<double>(i % 7) - 0.2);
    const Axis axis = RegularAxis{5, -10, 10};
    const NumberView all_values(values);
    const NumberView all_weights(weights);
    Histogram1D whole({}, axis);
    if (is_weighted)
      whole.fill(all_values, all_weights);
    else
      whole.fill(all_values);
    Histogram1D split({}, axis);
    if (is_weighted) split.keep_squared_weights();
    std::size_t first = 0;
    while (first < values.size()) {
      std::size_t count = values.size() - first;
      if (!lengths.empty()) {
        count = std::min<std::size_t>(count, lengths.back());
        lengths.pop_back();
      }
      if (is_weighted)
        split.fill(all_values.part(first, count), all_weights.part(first, count));
      else
        split.fill(all_values.part(first, count));
      first += count;
    }
    RC_ASSERT(split == whole);
  }));
}

TEST_CASE("adding a histogram adds all its sums") {
  Histogram1D first = three_bins();
  first.fill(std::vector<int>{0, 1, 1, 5});
  Histogram1D second = three_bins();
  second.fill(std::vector<int>{1, 2, -4});
  Histogram1D both = three_bins();
  both.fill(std::vector<int>{0, 1, 1, 5, 1, 2, -4});
  first += second;
  CHECK(first == both);
  second += second;
  CHECK(second.values(Flow::included) == std::vector<double>{2, 0, 2, 2, 0});
}

TEST_CASE("adding weighted and unweighted histograms keeps the squares of both") {
  Histogram1D weighted = three_bins();
  weighted.fill(0.5, 2);
  Histogram1D counts = three_bins();
  counts.fill(0.5);
  Histogram1D sum = weighted;
  sum += counts;
  CHECK(sum.variances() == std::vector<double>{5, 0, 0});
  sum = counts;
  sum += weighted;
  CHECK(sum.variances() == std::vector<double>{5, 0, 0});
  CHECK(sum.values() == std::vector<double>{3, 0, 0});
}

TEST_CASE("histograms with other bins cannot be added, and the message has both") {
  Histogram1D histogram = three_bins();
  const Histogram1D other({.name = "other"}, RegularAxis{4, 0, 3});
  CHECK_FALSE(histogram.is_compatible(other));
  try {
    histogram += other;
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    CHECK(std::string(error.what()) == "histogram 'other' (4 bins, 0 to 3) cannot be added to 'h' (3 bins, 0 to 3)");
  }
}

TEST_CASE("an empty copy has labels and bins, and keeps squares if the original does") {
  Histogram1D histogram({.name = "n", .title = "t", .axis_title = "x", .value_title = "y"}, RegularAxis{1, 0, 1});
  histogram.fill(0.5);
  CHECK(histogram.empty_copy() == Histogram1D(histogram.labels(), histogram.axis()));
  histogram.fill(0.5, 2);
  CHECK(histogram.empty_copy().variances(Flow::included) == std::vector<double>{0, 0, 0});
  CHECK_FALSE(histogram.empty_copy().squared_weights().empty());
  histogram.set_labels({.name = "other"});
  CHECK(histogram.labels().name == "other");
}
