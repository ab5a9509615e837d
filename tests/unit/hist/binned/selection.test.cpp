#include "ramet/hist/binned/selection.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using Numbers = std::vector<double>;

namespace {

/// Of axes with 4, 3 and 2 bins, filled with points in the range and beyond.
Histogram filled(std::size_t axes, bool is_profile = false, bool is_weighted = true) {
  HistogramParts parts{.class_name = fmt::format("TH{}F", axes), .name = "h", .title = "t", .value_title = "v"};
  if (is_profile) parts.profile = ProfileSums{};
  for (std::size_t axis = 0; axis < axes; ++axis)
    parts.axes.push_back({.bins = RegularAxis{static_cast<std::uint32_t>(4 - axis), 0, static_cast<double>(4 - axis)},
                          .title = fmt::format("title {}", axis)});
  Histogram histogram = Histogram::empty(std::move(parts));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 5);
  for (int i = 0; i < 300; ++i) {
    Numbers values;
    for (std::size_t axis = 0; axis < axes + (is_profile ? 1 : 0); ++axis) values.push_back(uniform(random));
    histogram.fill(values, is_weighted ? 1 + (i % 4) / 4.0 : 1);
  }
  return histogram;
}

/// The sum of the contents of all cells that `takes` their bin numbers.
template <class Takes>
double sum_of(const Histogram& histogram, const Numbers& numbers, Takes takes) {
  double sum = 0;
  std::vector<std::uint32_t> bins(histogram.dimensions());
  for (const double number : numbers) {
    if (takes(bins)) sum += number;
    for (std::size_t axis = 0; axis < bins.size(); ++axis) {
      if (++bins[axis] < histogram.parts().axes[axis].bins.cells()) break;
      bins[axis] = 0;
    }
  }
  return sum;
}

std::string error_of(const Histogram& histogram, std::vector<AxisSelection> selections) {
  try {
    select(histogram, selections);
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

AxisSelection all(const Histogram& histogram, std::size_t axis) {
  return AxisSelection::all_of(histogram.parts().axes[axis].bins);
}
AxisSelection sum(const Histogram& histogram, std::size_t axis) {
  return AxisSelection::sum_of(histogram.parts().axes[axis].bins);
}

}  // namespace

TEST_CASE("selection: all of every axis is the same histogram, of counts and of means") {
  for (const bool is_profile : {false, true}) {
    const Histogram histogram = filled(3, is_profile);
    CHECK(select(histogram, std::array{all(histogram, 0), all(histogram, 1), all(histogram, 2)}) == histogram);
    CHECK(project(histogram, std::array<std::size_t, 3>{0, 1, 2}) == histogram);
  }
}

TEST_CASE("selection: a range of bins keeps them, and what is outside goes to underflow and overflow") {
  const Histogram histogram = filled(2);
  const Histogram part = select(histogram, std::array{AxisSelection{.first = 2, .end = 4}, all(histogram, 1)});
  const Axis& axis = part.parts().axes[0].bins;
  CHECK(axis == Axis(RegularAxis{2, 1, 3}));
  CHECK(part.parts().axes[0].title == "title 0");
  const Numbers contents = histogram.values(Flow::included);
  for (std::uint32_t y = 0; y < 5; ++y) {
    const auto old_sum = [&](std::uint32_t first, std::uint32_t end) {
      return sum_of(histogram, contents,
                    [&](const auto& bins) { return bins[0] >= first && bins[0] < end && bins[1] == y; });
    };
    const Numbers now = part.values(Flow::included);
    CHECK(now[part.cell(std::array{0U, y})] == doctest::Approx(old_sum(0, 2)));
    CHECK(now[part.cell(std::array{1U, y})] == old_sum(2, 3));
    CHECK(now[part.cell(std::array{3U, y})] == doctest::Approx(old_sum(4, 6)));
  }
  CHECK(part.parts().moments.entries == 300);
  CHECK(part.parts().class_name == "TH2F");
  CHECK(part.mean(0) > 1);
  CHECK(part.mean(0) < 3);
}

TEST_CASE("selection: neighbouring bins become one, and those that are left over overflow") {
  const Histogram histogram = filled(1);
  const Histogram half = select(histogram, std::array{AxisSelection{.first = 1, .end = 5, .merged = 2}});
  CHECK(half.parts().axes[0].bins == Axis(RegularAxis{2, 0, 4}));
  CHECK(half.parts().moments == histogram.parts().moments);
  const Numbers before = histogram.values();
  CHECK(half.values() == Numbers{before[0] + before[1], before[2] + before[3]});
  const Histogram third = select(histogram, std::array{AxisSelection{.first = 1, .end = 5, .merged = 3}});
  CHECK(third.parts().axes[0].bins == Axis(RegularAxis{1, 0, 3}));
  CHECK(third.values(Flow::included)[2] == doctest::Approx(before[3] + histogram.values(Flow::included)[5]));
  CHECK(third.variances(Flow::included)[1] ==
        doctest::Approx(histogram.variances()[0] + histogram.variances()[1] + histogram.variances()[2]));
}

TEST_CASE("selection: a summed axis goes, with or without its underflow and overflow") {
  const Histogram histogram = filled(3);
  const Numbers contents = histogram.values(Flow::included);
  const Histogram whole = select(histogram, std::array{sum(histogram, 0), all(histogram, 1), sum(histogram, 2)});
  CHECK(whole.parts().class_name == "TH1F");
  CHECK(whole.parts().axes[0].name == "xaxis");
  CHECK(whole.parts().axes[0].title == "title 1");
  const AxisSelection inside{.first = 1, .end = 5, .is_summed = true};
  const Histogram part = select(histogram, std::array{inside, all(histogram, 1), sum(histogram, 2)});
  for (std::uint32_t y = 0; y < 5; ++y) {
    CHECK(whole.values(Flow::included)[y] ==
          doctest::Approx(sum_of(histogram, contents, [&](const auto& bins) { return bins[1] == y; })));
    CHECK(part.values(Flow::included)[y] == doctest::Approx(sum_of(histogram, contents, [&](const auto& bins) {
            return bins[1] == y && bins[0] > 0 && bins[0] < 5;
          })));
  }
  CHECK(whole.parts().moments.entries == 300);
  CHECK(part.parts().moments.entries < 300);
}

TEST_CASE("selection: the mean stays that of the values if the same fills are inside") {
  Histogram histogram = Histogram::empty({.axes = {{.bins = RegularAxis{2, 0, 2}}, {.bins = RegularAxis{2, 0, 2}}}});
  histogram.fill(std::array{0.1, 1.2});
  histogram.fill(std::array{1.7, 0.3});
  const Histogram y = project(histogram, std::array<std::size_t, 1>{1});
  CHECK(y.mean() == doctest::Approx(0.75));
  CHECK(y.parts().moments.entries == 2);
  const Histogram turned = project(histogram, std::array<std::size_t, 2>{1, 0});
  CHECK(turned.mean(0) == doctest::Approx(0.75));
  CHECK(turned.mean(1) == doctest::Approx(0.9));
  CHECK(turned.parts().moments.weighted_products == histogram.parts().moments.weighted_products);
  CHECK(turned.values() == Numbers{0, 1, 1, 0});
  histogram.fill(std::array{7.0, 0.3});  // now there is a fill outside of x, inside of y: the centres of bins count
  CHECK(project(histogram, std::array<std::size_t, 1>{1}).mean() == doctest::Approx((1.5 + 0.5 + 0.5) / 3));
}

TEST_CASE("selection: labels and edges follow their bins") {
  const Histogram histogram = Histogram::empty({.axes = {{.bins = VariableAxis{{0, 1, 3, 7}},
                                                          .bin_labels = {{1, "a"}, {2, "b"}, {3, "c"}},
                                                          .is_alphanumeric = true}}});
  const NamedAxis part = select(histogram, std::array{AxisSelection{.first = 2, .end = 4}}).parts().axes.front();
  CHECK(part.bins.edges() == Numbers{1, 3, 7});
  CHECK(part.bin_labels == std::map<std::uint32_t, std::string>{{1, "b"}, {2, "c"}});
  CHECK(part.is_alphanumeric);
  const NamedAxis merged =
      select(histogram, std::array{AxisSelection{.first = 1, .end = 4, .merged = 3}}).parts().axes.front();
  CHECK(merged.bins.edges() == Numbers{0, 7});
  CHECK(merged.bin_labels.empty());
}

TEST_CASE("selection: a sum over all axes has a value and its variance, of a profile the mean") {
  const Histogram histogram = filled(2);
  const CellSum all_cells = sum_over(histogram, std::array{sum(histogram, 0), sum(histogram, 1)});
  CHECK(all_cells.value ==
        doctest::Approx(sum_of(histogram, histogram.parts().contents, [](const auto&) { return true; })));
  CHECK(all_cells.variance ==
        doctest::Approx(sum_of(histogram, histogram.parts().squares, [](const auto&) { return true; })));
  const Histogram profile = filled(1, true);
  const CellSum bin = sum_over(profile, std::array{AxisSelection{.first = 2, .end = 3, .is_summed = true}});
  CHECK(bin.value == profile.values()[1]);
  CHECK(bin.variance == profile.variances()[1]);
}

TEST_CASE("selection: cells and axes that the histogram does not have are refused") {
  const Histogram histogram = filled(1);
  CHECK(error_of(histogram, {}) == "misuse: 0 selections for a histogram with 1 axes");
  CHECK(error_of(histogram, {{.first = 0, .end = 3}}) ==
        "misuse: cells 0 to 3 of axis 0, expected a range within 1 to 5");
  CHECK(error_of(histogram, {{.first = 3, .end = 3}}) ==
        "misuse: cells 3 to 3 of axis 0, expected a range within 1 to 5");
  CHECK(error_of(histogram, {{.first = 1, .end = 7, .is_summed = true}}) ==
        "misuse: cells 1 to 7 of axis 0, expected a range within 0 to 6");
  CHECK(error_of(histogram, {{.first = 1, .end = 3, .merged = 3}}) ==
        "misuse: cannot merge 3 bins of axis 0: 2 are selected");
  CHECK(error_of(histogram, {sum(histogram, 0)}) == "misuse: a selection of histogram 'h' keeps no axis");
  CHECK_THROWS_AS(project(histogram, std::array<std::size_t, 1>{1}), Error);
  CHECK_THROWS_AS(project(histogram, std::array<std::size_t, 2>{0, 0}), Error);
  CHECK_THROWS_AS(project(histogram, {}), Error);
  CHECK_THROWS_AS(sum_over(histogram, std::array{all(histogram, 0)}), Error);
}
