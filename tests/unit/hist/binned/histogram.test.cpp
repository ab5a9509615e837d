#include "ramet/hist/binned/histogram.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using Numbers = std::vector<double>;

namespace {

/// Two bins in x, one in y.
HistogramParts two_by_one() {
  return {.name = "h",
          .axes = {{.bins = RegularAxis{2, 0, 2}, .title = "x"}, {.bins = RegularAxis{1, 0, 1}}},
          .contents = Numbers(12)};
}

HistogramParts profile_of_two() {
  return {.name = "p",
          .axes = {{.bins = RegularAxis{2, 0, 2}}},
          .contents = Numbers(4),
          .squares = Numbers(4),
          .profile = ProfileSums{.weights = Numbers(4)}};
}

}  // namespace

TEST_CASE("cells are numbered with x fastest, flow included") {
  const Histogram histogram(two_by_one());
  CHECK(histogram.cells() == 12);
  CHECK(histogram.cell(std::array{1U, 0U}) == 1);
  CHECK(histogram.cell(std::array{0U, 1U}) == 4);
  CHECK(histogram.cell(std::array{3U, 2U}) == 11);
  CHECK_THROWS_WITH_AS(histogram.cell(std::array{4U, 0U}), "bin 4 of axis 0 is beyond the overflow bin 3", Error);
  CHECK_THROWS_AS(histogram.cell(std::array{1U}), Error);
}

TEST_CASE("a fill counts in its cell, and in the statistics when it is inside") {
  Histogram histogram(two_by_one());
  histogram.fill(std::array{1.5, 0.5});
  histogram.fill(std::array{1.5, 0.5});
  histogram.fill(std::array{0.5, 7.0});
  CHECK(histogram.values() == Numbers{0, 2});
  CHECK(histogram.values(Flow::included)[histogram.cell(std::array{1U, 2U})] == 1);
  CHECK(histogram.parts().moments.entries == 3);
  CHECK(histogram.parts().moments.weights == 2);
  CHECK(histogram.parts().moments.weighted_products == Numbers{1.5});
  CHECK(histogram.mean(0) == 1.5);
  CHECK(histogram.mean(1) == 0.5);
  CHECK(histogram.standard_deviation(0) == 0);
  CHECK_THROWS_AS(histogram.fill(std::array{1.0}), Error);
}

TEST_CASE("squares are kept from the first weight that is not 1") {
  Histogram histogram(two_by_one());
  histogram.fill(std::array{0.5, 0.5});
  CHECK_FALSE(histogram.is_weighted());
  CHECK(histogram.variances() == Numbers{1, 0});
  histogram.fill(std::array{0.5, 0.5}, 3);
  CHECK(histogram.is_weighted());
  CHECK(histogram.values() == Numbers{4, 0});
  CHECK(histogram.variances() == Numbers{10, 0});
  CHECK(histogram.counts() == Numbers{1.6, 0});
}

TEST_CASE("a profile has means, and errors of them") {
  Histogram profile(profile_of_two());
  profile.fill(std::array{0.5, 1.0});
  profile.fill(std::array{0.5, 3.0});
  profile.fill(std::array{9.0, 5.0});
  CHECK(profile.values(Flow::included) == Numbers{0, 2, 0, 5});
  CHECK(profile.variances() == Numbers{0.5, 0});
  CHECK(profile.counts(Flow::included) == Numbers{0, 2, 0, 1});
  CHECK(profile.parts().moments.weighted_heights == 4);
  CHECK(profile.parts().moments.weighted_squared_heights == 10);
  profile.fill(std::array{1.5, 2.0}, 4);
  CHECK(profile.is_weighted());
  CHECK(profile.counts() == Numbers{2, 1});
  CHECK(profile.values() == Numbers{2, 2});
}

TEST_CASE("heights outside of a profile's range are left out") {
  HistogramParts parts = profile_of_two();
  parts.profile->lowest_height = -1;
  parts.profile->highest_height = 1;
  Histogram profile(parts);
  for (const double height : {-1.5, -1.0, 1.0, 2.0, std::nan("")}) profile.fill(std::array{0.5, height});
  CHECK(profile.parts().moments.entries == 2);
  CHECK(profile.parts().profile->weights == Numbers{0, 2, 0, 0});
}

TEST_CASE("without statistics, means are those of the bins' centres") {
  HistogramParts parts = two_by_one();
  parts.contents[5] = 1;
  parts.contents[6] = 3;
  parts.moments.entries = 4;
  const Histogram histogram(parts);
  CHECK(histogram.mean(0) == 1.25);
  CHECK(histogram.mean(1) == 0.5);
  CHECK(Histogram(two_by_one()).mean(0) == 0);
  CHECK(Histogram(two_by_one()).standard_deviation(1) == 0);
}

TEST_CASE("a histogram of one axis becomes one to fill, and takes what was filled") {
  Histogram1D one({.name = "n", .title = "t", .axis_title = "x", .value_title = "y"}, RegularAxis{2, 0, 2});
  one.fill(Numbers{0.5, 1.5, 1.5, 9}, Numbers{1, 2, 3, 4});
  Histogram any(one);
  CHECK(any.one_dimensional() == one);
  Histogram1D more = any.one_dimensional();
  more.fill(0.5, 2);
  any.set_contents(more);
  CHECK(any.one_dimensional() == more);
  CHECK_THROWS_AS(any.set_contents(Histogram1D({}, RegularAxis{3, 0, 2})), Error);
  CHECK_THROWS_AS(Histogram(two_by_one()).one_dimensional(), Error);
  CHECK_THROWS_AS(Histogram(profile_of_two()).one_dimensional(), Error);
}

TEST_CASE("the sum of two histograms equals one that was filled with both") {
  Histogram left(profile_of_two()), right(profile_of_two()), both(profile_of_two());
  for (Histogram* one : {&left, &both}) one->fill(std::array{0.5, 1.0});
  for (Histogram* one : {&right, &both}) one->fill(std::array{0.5, 3.0}, 2);
  left += right;
  CHECK(left == both);
  Histogram counts(two_by_one()), more(two_by_one());
  counts.fill(std::array{0.5, 0.5});
  more.fill(std::array{0.5, 0.5}, 2);
  counts += more;
  CHECK(counts.values() == Numbers{3, 0});
  CHECK(counts.variances() == Numbers{5, 0});
  CHECK_THROWS_AS(counts += left, Error);
}

TEST_CASE("parts that do not fit each other are refused") {
  const auto refuses = [](HistogramParts parts, auto change) {
    change(parts);
    CHECK_THROWS_AS(Histogram{parts}, Error);
  };
  refuses(two_by_one(), [](auto& parts) { parts.axes.clear(); });
  refuses(two_by_one(), [](auto& parts) { parts.contents.pop_back(); });
  refuses(two_by_one(), [](auto& parts) { parts.squares.resize(1); });
  refuses(profile_of_two(), [](auto& parts) { parts.squares.clear(); });
  refuses(profile_of_two(), [](auto& parts) { parts.profile->weights.clear(); });
  refuses(profile_of_two(), [](auto& parts) { parts.profile->squared_weights.resize(3); });
  refuses(two_by_one(), [](auto& parts) { parts.axes.assign(8, {.bins = RegularAxis{100'000, 0, 1}}); });
}

TEST_CASE("columns of values fill what one fill after the other fills, of counts and of means") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 3);
  std::array<Numbers, 4> columns;  // x, y, the height, the weight
  for (Numbers& column : columns)
    for (int i = 0; i < 1300; ++i) column.push_back(uniform(random));
  for (const bool is_profile : {false, true}) {
    for (const bool is_weighted : {false, true}) {
      HistogramParts parts{.axes = two_by_one().axes};
      if (is_profile) parts.profile = ProfileSums{.lowest_height = 0, .highest_height = 2};
      Histogram one_by_one = Histogram::empty(parts);
      Histogram together = one_by_one.empty_copy();
      if (is_weighted) one_by_one.keep_squared_weights();
      for (std::size_t i = 0; i < columns[0].size(); ++i) {
        Numbers values = {columns[0][i], columns[1][i]};
        if (is_profile) values.push_back(columns[2][i]);
        one_by_one.fill(values, is_weighted ? columns[3][i] : 1);
      }
      const std::size_t count = is_profile ? 3 : 2;
      const std::vector<NumberView> views(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count));
      together.fill(views, is_weighted ? NumberView(columns[3]) : NumberView());
      CHECK(together == one_by_one);
    }
  }
}

TEST_CASE("columns that do not fit are refused, and nothing is filled") {
  Histogram histogram = Histogram::empty(two_by_one());
  const Numbers two = {1, 2}, one = {1};
  const auto error_of = [&](const std::vector<NumberView>& columns, NumberView weights = {}) {
    try {
      histogram.fill(columns, weights);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(error_of({two}) == "1 columns to fill, expected 2");
  CHECK(error_of({two, one}) == "columns of 2 and 1 values");
  CHECK(error_of({two, two}, one) == "there are 2 values and 1 weights");
  CHECK(histogram == Histogram::empty(two_by_one()));
}

TEST_CASE("an empty histogram has its class, names of axes and zeros everywhere") {
  const Histogram histogram = Histogram::empty({.name = "h", .axes = two_by_one().axes});
  CHECK(histogram.parts().class_name == "TH2D");
  CHECK(histogram.parts().axes[1].name == "yaxis");
  CHECK(histogram.values(Flow::included) == Numbers(12));
  CHECK(Histogram::empty({.axes = {3, {.bins = RegularAxis{}}}, .profile = ProfileSums{}}).parts().class_name ==
        "TProfile3D");
  CHECK(Histogram::empty({.axes = {4, {.bins = RegularAxis{}}}}).parts().axes[3].name == "axis3");
  CHECK_THROWS_WITH_AS(Histogram::empty({}), "a histogram has no axis", Error);
}

TEST_CASE("a multiple has the multiple of contents and errors, of a profile that of its heights") {
  Histogram histogram(two_by_one());
  histogram.fill(std::array{1.5, 0.5}, 2);
  histogram.fill(std::array{1.5, 0.5});
  histogram *= 3;
  CHECK(histogram.values() == Numbers{0, 9});
  CHECK(histogram.variances() == Numbers{0, 45});
  CHECK(histogram.mean(0) == 1.5);
  CHECK(histogram.parts().moments.entries == 2);
  Histogram profile(profile_of_two());
  profile.fill(std::array{0.5, 1.0});
  profile.fill(std::array{0.5, 3.0});
  const double variance = profile.variances().front();
  profile *= -2;
  CHECK(profile.values() == Numbers{-4, 0});
  CHECK(profile.variances().front() == doctest::Approx(4 * variance));
  CHECK(profile.parts().moments.weighted_heights == -8);
  CHECK(profile.mean(0) == 0.5);
}
