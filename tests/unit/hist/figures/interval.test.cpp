#include "ramet/hist/figures/interval.hpp"

#include <initializer_list>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

constexpr double one_sigma = 0.6826894921370859;

void check(IntervalKind kind, double low, double high) {
  CAPTURE(static_cast<int>(kind));
  const Interval interval = frequentist_interval(kind, 7, 10, one_sigma);
  CHECK(interval.low == doctest::Approx(low).epsilon(1e-7));
  CHECK(interval.high == doctest::Approx(high).epsilon(1e-7));
}

}  // namespace

// Expected are what TEfficiency of ROOT 6.40 gives: TEfficiency::Wilson(10, 7, level, true), ...
TEST_CASE("seven passed of ten have ROOT's intervals") {
  check(IntervalKind::clopper_pearson, 0.491737518, 0.8583280989);
  check(IntervalKind::normal, 0.5550862325, 0.8449137675);
  check(IntervalKind::wilson, 0.5424571844, 0.8211791792);
  check(IntervalKind::agresti_coull, 0.5413830953, 0.8222532683);
  check(IntervalKind::mid_p, 0.5343568502, 0.827848115);
}

TEST_CASE("intervals of 0 or all passed entries reach 0 or 1, and without entries they are [0, 1]") {
  for (const auto kind : {IntervalKind::clopper_pearson, IntervalKind::wilson, IntervalKind::mid_p}) {
    CAPTURE(static_cast<int>(kind));
    CHECK(frequentist_interval(kind, 0, 5, 0.9).low == doctest::Approx(0));
    CHECK(frequentist_interval(kind, 5, 5, 0.9).high == doctest::Approx(1));
    CHECK(frequentist_interval(kind, 0, 5, 0.9).high < 0.6);
  }
  CHECK(frequentist_interval(IntervalKind::normal, 0, 0, 0.9) == Interval{0, 1});
  CHECK(frequentist_interval(IntervalKind::clopper_pearson, 0, 0, 0.9) == Interval{0, 1});
}

TEST_CASE("the shortest interval is no longer than the central one, and covers as much") {
  const Interval central = central_interval(3, 8, 0.9);
  const Interval shortest = shortest_interval(3, 8, 0.9);
  CHECK(shortest.high - shortest.low < central.high - central.low);
  CHECK(shortest.low < central.low);
  CHECK(shortest_interval(4, 4, 0.5).low + shortest_interval(4, 4, 0.5).high == doctest::Approx(1));
}

TEST_CASE("the shortest interval begins at the mode if that is 0 or 1") {
  CHECK(beta_mode(1, 5) == 0);
  CHECK(shortest_interval(1, 5, 0.9).low == 0);
  CHECK(beta_mode(5, 1) == 1);
  CHECK(shortest_interval(5, 1, 0.9).high == 1);
  CHECK(beta_mode(1, 1) == 0.5);
  CHECK(shortest_interval(1, 1, 0.5).low == doctest::Approx(0.25));
  CHECK(beta_mode(2, 3) == doctest::Approx(1 / 3.0));
}

TEST_CASE("Feldman-Cousins intervals are not computed, Bayesian ones need a prior") {
  CHECK_THROWS_AS(frequentist_interval(IntervalKind::feldman_cousins, 1, 2, 0.9), Error);
  CHECK_THROWS_AS(frequentist_interval(IntervalKind::jeffreys, 1, 2, 0.9), Error);
}
