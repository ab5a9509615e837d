#include "cli/spectrum/axis_choice.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/axis.hpp"

using namespace ramet::cli;
using ramet::hist::RegularAxis;

namespace {

ValueSurvey survey_of(const std::vector<double>& values) {
  ValueSurvey survey;
  survey.add(values);
  return survey;
}

std::vector<double> evenly(double first, double last, int count) {
  std::vector<double> values;
  for (int number = 0; number < count; ++number) values.push_back(first + (last - first) * number / (count - 1));
  return values;
}

double width_of(const RegularAxis& axis) { return (axis.high - axis.low) / axis.bins; }

}  // namespace

TEST_CASE("axis: without a wish, round bins hold all values") {
  const RegularAxis axis = choose_axis(survey_of(evenly(60.3, 119.7, 1000)), {}, false);
  CHECK(axis == RegularAxis{60, 60, 120});
}

TEST_CASE("axis: the largest value is inside, though a bin is without its upper edge") {
  const RegularAxis axis = choose_axis(survey_of(evenly(0, 50, 1000)), {}, false);
  CHECK(axis.low == 0);
  CHECK(axis.high > 50);
  CHECK(axis.bins <= usual_bins);
}

TEST_CASE("axis: a few values far away from the others do not make the others invisible") {
  std::vector<double> values = evenly(0, 10, 10'000);
  values.push_back(1e6);
  values.push_back(-999);
  const RegularAxis axis = choose_axis(survey_of(values), {}, false);
  CHECK(axis.low >= -10);
  CHECK(axis.low <= 0);
  CHECK(axis.high >= 10);
  CHECK(axis.high <= 20);
}

TEST_CASE("axis: many values far away are part of the picture") {
  std::vector<double> values = evenly(0, 10, 1000);
  values.resize(1100, -999);
  CHECK(choose_axis(survey_of(values), {}, false).low <= -999);
}

TEST_CASE("axis: what was asked for is kept exactly") {
  const ValueSurvey survey = survey_of(evenly(0, 10, 100));
  const RegularAxis both = choose_axis(survey, {.bins = 7, .low = 0.5, .high = 3.75}, false);
  CHECK(both == RegularAxis{7, 0.5, 3.75});
  const RegularAxis low = choose_axis(survey, {.bins = {}, .low = 0.123, .high = {}}, false);
  CHECK(low.low == 0.123);
  CHECK(low.high > 10);
  const RegularAxis high = choose_axis(survey, {.bins = {}, .low = {}, .high = 7.77}, false);
  CHECK(high.high == 7.77);
  CHECK(high.low <= 0);
  const RegularAxis bins = choose_axis(survey, {.bins = 37, .low = {}, .high = {}}, false);
  CHECK(bins.bins == 37);
  CHECK(bins.low == 0);
  CHECK(bins.high > 10);
  CHECK(bins.high <= 11);
}

TEST_CASE("axis: whole numbers get bins of a whole width between whole edges") {
  const RegularAxis few = choose_axis(survey_of({0, 1, 2, 3, 4, 5}), {}, true);
  CHECK(few == RegularAxis{6, 0, 6});
  const RegularAxis many = choose_axis(survey_of(evenly(-250, 250, 501)), {}, true);
  CHECK(width_of(many) == std::floor(width_of(many)));
  CHECK(many.low == std::floor(many.low));
  CHECK(many.low <= -250);
  CHECK(many.high > 250);
  CHECK(many.bins <= usual_bins);
  const RegularAxis asked = choose_axis(survey_of(evenly(0, 100, 101)), {.bins = 50, .low = {}, .high = {}}, true);
  CHECK(asked.bins == 50);
  CHECK(width_of(asked) == std::floor(width_of(asked)));
  CHECK(asked.high > 100);
  CHECK(choose_axis({}, {.bins = {}, .low = 0, .high = 20}, true).bins == 20);
}

TEST_CASE("axis: equal values, no values and extreme values have an axis that a histogram takes") {
  constexpr double most = std::numeric_limits<double>::max();
  const std::vector<double> cases[] = {
      {},     {0},         {91.19},         {-3, -3, -3},     {1.6e9, 1.6e9 + 1e-6}, {-most, most},
      {most}, {5e-324, 0}, {1e300, 1e-300}, {-1e-310, 1e-310}};
  const AxisWish wishes[] = {{},
                             {.bins = 10, .low = {}, .high = {}},
                             {.bins = {}, .low = 1000, .high = {}},
                             {.bins = {}, .low = {}, .high = -1000}};
  for (std::size_t number = 0; number < std::size(cases); ++number)
    for (std::size_t wish = 0; wish < std::size(wishes); ++wish)
      for (const bool are_whole : {false, true}) {
        CAPTURE(number);
        CAPTURE(wish);
        CAPTURE(are_whole);
        const RegularAxis axis = choose_axis(survey_of(cases[number]), wishes[wish], are_whole);
        CAPTURE(axis.low);
        CAPTURE(axis.high);
        CHECK(axis.bins <= usual_bins);
        CHECK_NOTHROW(ramet::hist::Axis{axis});
        CHECK(std::isfinite(axis.high - axis.low));
      }
}

TEST_CASE("axis: no bins, and a range that ends before it begins, are refused with the numbers") {
  CHECK_THROWS_WITH_AS(choose_axis({}, {.bins = {}, .low = 5, .high = 5}, false),
                       "the range ends at 5, which is not above 5", ramet::Error);
  CHECK_THROWS_AS(choose_axis({}, {.bins = 0, .low = {}, .high = {}}, false), ramet::Error);
}
