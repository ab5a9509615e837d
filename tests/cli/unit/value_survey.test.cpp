#include "cli/spectrum/value_survey.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::cli;

namespace {

ValueSurvey survey_of(const std::vector<double>& values) {
  ValueSurvey survey;
  survey.add(values);
  return survey;
}

}  // namespace

TEST_CASE("survey: extremes and count leave out what is no finite number") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const ValueSurvey survey = survey_of({3, std::numeric_limits<double>::quiet_NaN(), -2, infinity, -infinity, 1});
  CHECK(survey.count() == 3);
  CHECK(survey.minimum() == -2);
  CHECK(survey.maximum() == 3);
}

TEST_CASE("survey: of nothing all is 0") {
  const ValueSurvey survey;
  CHECK(survey.count() == 0);
  CHECK(survey.minimum() == 0);
  CHECK(survey.quantile(0.5).lower == 0);
  CHECK(survey.quantile(0.5).upper == 0);
}

TEST_CASE("survey: a quantile's bounds hold it, and are close") {
  std::vector<double> values;
  for (int number = -500; number <= 500; ++number) values.push_back(number * 0.37);
  const ValueSurvey survey = survey_of(values);
  for (const double part : {0.0, 0.005, 0.1, 0.5, 0.9, 0.995, 1.0}) {
    CAPTURE(part);
    const double exact = values[static_cast<std::size_t>(part * 1000)];
    const auto [lower, upper] = survey.quantile(part);
    CHECK(lower <= exact);
    CHECK(exact <= upper);
    CHECK(upper - lower <= 0.07 * std::max({std::abs(lower), std::abs(upper), 1e-300}));
  }
}

TEST_CASE("survey: the sum of two is that of all their values, in any order") {
  const std::vector<double> left = {1, 5, -3};
  const std::vector<double> right = {100, -7};
  ValueSurvey sum = survey_of(right);
  sum += survey_of(left);
  sum += ValueSurvey();
  const ValueSurvey all = survey_of({1, 5, -3, 100, -7});
  CHECK(sum.count() == all.count());
  CHECK(sum.minimum() == all.minimum());
  CHECK(sum.maximum() == all.maximum());
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    CHECK(sum.quantile(part).lower == all.quantile(part).lower);
    CHECK(sum.quantile(part).upper == all.quantile(part).upper);
  }
}

TEST_CASE("survey: extremes within a range are those of the values in it") {
  const ValueSurvey survey = survey_of({-999, 40, 50, 64, 1000});
  const auto [lower, upper] = survey.extremes_within(-60, 200);
  CHECK(lower <= 40);
  CHECK(lower > 37);
  CHECK(upper >= 64);
  CHECK(upper < 69);
  CHECK(survey.extremes_within(-1e6, 1e6).lower == -999);
  CHECK(survey.extremes_within(-1e6, 1e6).upper == 1000);
  CHECK(survey.extremes_within(2000, 3000).lower == 2000);
  CHECK(ValueSurvey().extremes_within(1, 2).upper == 2);
}

TEST_CASE("survey: the largest numbers there are have places too") {
  constexpr double most = std::numeric_limits<double>::max();
  const ValueSurvey survey = survey_of({-most, 0, most});
  CHECK(survey.quantile(0).lower == -most);
  CHECK(survey.quantile(1).upper == most);
}
