#include "ramet/fit/internal/general/formula_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("formula shape: a division of whole numbers by 0 is no number, and no exception") {
  const auto shape = formula_shape("7/int(x)");
  const std::vector<double> x{0.5, 2.0};
  std::vector<double> found(2);
  shape->densities({}, {.low = 0, .high = 10}, x, found.data());
  CHECK(std::isnan(found[0]));
  CHECK(std::isnan(shape->integral({}, {.low = 0, .high = 10}, {.low = 0, .high = 10}, nullptr)));
  CHECK(shape->integral({}, {.low = 0, .high = 10}, {.low = 2, .high = 2}, nullptr) == 0);
}

TEST_CASE("formula shape: derivatives by parameters of formulas with a name") {
  CHECK(parameters_of_formula("gaus") == std::vector<std::string>{"Constant", "Mean", "Sigma"});
  const auto shape = formula_shape("gaus");
  const std::vector<double> at{2, 1, 3}, x{2.5};
  double slopes[3];
  double* const rows[] = {slopes, slopes + 1, slopes + 2};
  shape->slopes(at, {.low = 0, .high = 10}, x, rows);
  const double value = std::exp(-0.125);
  CHECK(slopes[0] == doctest::Approx(value));
  CHECK(slopes[1] == doctest::Approx(2 * value * 0.5 / 3));
  CHECK(slopes[2] == doctest::Approx(2 * value * 0.25 / 3));
}

TEST_CASE("formula shape: narrow peaks are integrated where a parameter or a number says that they are") {
  const Interval range{.low = 0, .high = 3000};
  const double area = 0.2 * std::sqrt(2 * std::numbers::pi) * 100, slope = 500 * (1 - std::exp(-6));
  for (const std::string text :
       {"100*exp(-0.5*((x-[m])/0.2)^2)+exp(-x/500)", "100*exp(-0.5*((x-1234.56)/0.2)^2)+exp(-x/500)",
        "100*exp(-0.5*((x-.123456e+4)/0.2)^2)+exp(-x/500)"}) {
    CAPTURE(text);
    const auto shape = formula_shape(text);
    const std::vector<double> at(shape->parameters().size(), 1234.56);
    CHECK(shape->integral(at, range, range, nullptr) == doctest::Approx(area + slope).epsilon(1e-12));
    CHECK(shape->integral_error(at, range) < 1e-9);
    const std::vector<double> bounds = shape->bounds(at, range);
    CHECK(std::ranges::find(bounds, 1234.56) != bounds.end());
    CHECK(bounds.front() == 0);
    CHECK(bounds.back() == 3000);
  }
}

TEST_CASE("formula shape: a peak at the edge of a part, or beside it, is integrated; so is one at a negative number") {
  const double sigma = 0.005, area = sigma * std::sqrt(2 * std::numbers::pi);
  const auto shape = formula_shape("exp(-0.5*((x-[m])/0.005)^2)");
  for (const double distance : {0.0, 0.2, -0.2, 2.0}) {
    const std::vector<double> at{91 + distance * sigma};
    const double below = 0.5 * std::erfc(distance / std::sqrt(2));
    CHECK(shape->integral(at, {.low = 1, .high = 201}, {.low = 81, .high = 91}, nullptr) ==
          doctest::Approx(area * below).epsilon(1e-9));
    CHECK(shape->integral(at, {.low = 1, .high = 201}, {.low = 91, .high = 101}, nullptr) ==
          doctest::Approx(area * (1 - below)).epsilon(1e-9));
  }
  const Interval range{.low = -3000, .high = 0};
  const double found = formula_shape("100*exp(-0.5*((x+1234.56)/0.2)^2)+1")->integral({}, range, range, nullptr);
  CHECK(found == doctest::Approx(3000 + 20 * std::sqrt(2 * std::numbers::pi)).epsilon(1e-12));
}

TEST_CASE("formula shape: the error says that a peak was missed") {
  const auto shape = formula_shape("100*exp(-0.5*((x-[m]-[d])/0.7)^2)+exp(-x/500)");
  const Interval range{.low = 0, .high = 3000};
  const double exact = 70 * std::sqrt(2 * std::numbers::pi) + 500 * (1 - std::exp(-6));
  int missed = 0;
  for (int step = 0; step < 20; ++step) {
    const std::vector<double> at{5000, -3781.7 + 11.3 * step};
    const double found = shape->integral(at, range, range, nullptr);
    const double error = std::abs(found - exact) / exact;
    missed += error > 0.01 ? 1 : 0;
    CHECK(shape->integral_error(at, range) >= 0.9 * error);
  }
  CHECK(missed > 0);
}
