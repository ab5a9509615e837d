#include "ramet/fit/minimum.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/binned.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;
namespace schedule = ramet::schedule;

TEST_CASE("minimum: the mean and the width of a Gauss are those of its events") {
  const auto executor = schedule::make_serial_executor();
  std::vector<double> events(2'000);
  Sampler(gauss(), std::vector{5.0, 2.0}).fill({.seed = 1, .number = 0}, events);
  double mean = 0, square = 0;
  for (const double event : events) mean += event / 2000;
  for (const double event : events) square += (event - mean) * (event - mean) / 2000;
  const Minimum found = minimise(*unbinned(events, gauss()), std::vector{3.0, 4.0}, *executor);
  CHECK(found.is_valid);
  CHECK(found.distance < 1e-9);
  CHECK(found.values[0] == doctest::Approx(mean).epsilon(1e-5));
  CHECK(found.values[1] == doctest::Approx(std::sqrt(square)).epsilon(1e-5));
  CHECK(found.covariance[0] == doctest::Approx(square / 2000).epsilon(1e-4));
  CHECK(found.covariance[3] == doctest::Approx(square / 4000).epsilon(1e-4));
}

TEST_CASE("minimum: of a formula that is compared with bins, from a start that is far away") {
  const auto executor = schedule::make_serial_executor();
  std::vector<double> edges{0}, contents;
  for (int i = 0; i < 40; ++i) {
    edges.push_back(0.25 * (i + 1));
    const double x = 0.25 * (i + 0.5);
    contents.push_back(40 * std::exp(-0.5 * std::pow((x - 6) / 0.8, 2)) + 20 * std::exp(-x / 5));
  }
  const Model model = formula("gaus(0)+[3]*exp(-x/[4])", {.low = 0, .high = 10}, {}, FormulaScale::events);
  const auto cost = binned({.edges = edges, .contents = contents}, model, BinnedCost::chi_square);
  const Minimum found = minimise(*cost, std::vector{100.0, 5.0, 1.5, 50.0, 8.0}, *executor);
  CHECK(found.is_valid);
  CHECK(found.values[1] == doctest::Approx(6).epsilon(2e-3));
  CHECK(std::abs(found.values[2]) == doctest::Approx(0.8).epsilon(2e-2));
  CHECK(found.values[4] == doctest::Approx(5).epsilon(2e-2));
  CHECK(found.cost < 1);
}

TEST_CASE("minimum: what has none is not valid, and a start without a value is said") {
  const auto executor = schedule::make_serial_executor();
  const std::vector<double> one{5.0};
  const Minimum found = minimise(*unbinned(one, gauss()), std::vector{5.5, 1.0}, *executor);  // the width goes to 0
  CHECK(!found.is_valid);
  CHECK_THROWS_AS(minimise(*unbinned(one, gauss()), std::vector{5.0, 0.0}, *executor), ramet::Error);
  CHECK_THROWS_AS(minimise(*unbinned(one, gauss()), std::vector{5.0}, *executor), ramet::Error);
}

TEST_CASE("minimum: of many events it is as near as of few, although their cost is rounded") {
  const auto executor = schedule::make_serial_executor();
  std::vector<double> events(1'000'000);
  Sampler(gauss(), std::vector{5.0, 2.0}).fill({.seed = 2, .number = 0}, events);
  const auto cost = unbinned(events, gauss());
  const Minimum found = minimise(*cost, std::vector{4.0, 3.0}, *executor);
  CHECK(found.is_valid);
  CHECK(found.distance < 1e-9);
  std::vector<double> gradient(2);
  cost->evaluate(found.values, gradient, *executor);
  for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs(gradient[i]) * std::sqrt(found.covariance[3 * i]) < 1e-4);
}

TEST_CASE("minimum: parameters may have any unit") {
  const auto executor = schedule::make_serial_executor();
  for (const double unit : {1e-12, 1e-6, 1.0, 1e9}) {
    CAPTURE(unit);
    std::vector<double> edges{0}, contents;
    for (int i = 0; i < 40; ++i) {
      edges.push_back(0.25 * (i + 1) * unit);
      contents.push_back(400 * std::exp(-0.5 * std::pow((0.25 * (i + 0.5) - 6) / 0.8, 2)) + 1);
    }
    const Model model = formula("gaus(0)+[3]", {.low = 0, .high = 10 * unit}, {}, FormulaScale::events);
    const auto cost = binned({.edges = edges, .contents = contents}, model, BinnedCost::chi_square);
    const Minimum found = minimise(*cost, std::vector{1000 / unit, 5.5 * unit, unit, 10 / unit}, *executor);
    CHECK(found.is_valid);
    CHECK(found.values[1] / unit == doctest::Approx(6).epsilon(2e-3));
    CHECK(std::abs(found.values[2]) / unit == doctest::Approx(0.8).epsilon(2e-2));
  }
}
