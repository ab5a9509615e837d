#include "ramet/hist/figures/efficiency.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using doctest::Approx;
using Numbers = std::vector<double>;

namespace {

Histogram counts(Numbers contents, Numbers squares = {}) {
  return Histogram({.axes = {{.bins = RegularAxis{2, 0, 2}}}, .contents = std::move(contents), .squares = squares});
}

const Histogram passed = counts({0, 3, 0, 0});
const Histogram total = counts({0, 4, 2, 0});

}  // namespace

TEST_CASE("an efficiency is the passed fraction, and 0 for an empty bin") {
  const Efficiency efficiency({.confidence_level = 0.9}, passed, total);
  CHECK(efficiency.values() == Numbers{0.75, 0});
  CHECK(efficiency.values(Flow::included) == Numbers{0, 0.75, 0, 0});
  const auto intervals = efficiency.intervals();
  REQUIRE(intervals.size() == 4);
  CHECK(intervals[1] == frequentist_interval(IntervalKind::clopper_pearson, 3, 4, 0.9));
  CHECK(intervals[3] == Interval{0, 1});
}

TEST_CASE("with a prior, it is the mean or the mode of the posterior") {
  EfficiencyParts parts{.confidence_level = 0.9, .prior = {2, 3}, .is_bayesian = true};
  CHECK(Efficiency(parts, passed, total).values()[0] == Approx(5 / 9.0));
  CHECK(Efficiency(parts, passed, total).intervals()[1] == central_interval(5, 4, 0.9));
  parts.uses_mode = true;
  parts.uses_shortest = true;
  CHECK(Efficiency(parts, passed, total).values()[0] == Approx(4 / 7.0));
  CHECK(Efficiency(parts, passed, total).intervals()[1] == shortest_interval(5, 4, 0.9));
  parts.uses_bin_priors = true;
  parts.bin_priors = {{1, 1}, {1, 2}};
  CHECK(Efficiency(parts, passed, total).values()[0] == Approx(3 / 5.0));
  CHECK(Efficiency(parts, passed, total).values()[1] == Approx(1 / 5.0));  // has no prior of its own
}

TEST_CASE("weighted entries count as many as would be as precise") {
  const Histogram weighted_passed = counts({0, 6, 0, 0}, {0, 12, 0, 0});
  const Histogram weighted_total = counts({0, 8, 0, 0}, {0, 16, 0, 0});
  const Efficiency normal({.confidence_level = 0.6826894921370859, .uses_weights = true}, weighted_passed,
                          weighted_total);
  CHECK(normal.values()[0] == 0.75);
  const double variance = (12 * (1 - 1.5) + 16 * 0.5625) / 64;
  CHECK(normal.intervals()[1].low == Approx(0.75 - std::sqrt(variance)));
  CHECK(normal.intervals()[2] == Interval{0, 1});
  const Efficiency bayesian({.confidence_level = 0.9, .is_bayesian = true, .uses_weights = true}, weighted_passed,
                            weighted_total);
  CHECK(bayesian.values()[0] == Approx(4 / 6.0));
  CHECK(bayesian.values()[1] == 0);
}

TEST_CASE("histograms of other bins are refused") {
  const Histogram other({.axes = {{.bins = RegularAxis{3, 0, 2}}}, .contents = Numbers(5)});
  CHECK_THROWS_AS(Efficiency({}, passed, other), Error);
}
