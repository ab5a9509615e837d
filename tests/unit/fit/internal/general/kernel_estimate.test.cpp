#include "ramet/fit/internal/general/kernel_estimate.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/shapes.hpp"

using namespace ramet::fit;

TEST_CASE("kernel estimate: a sum of Gausses") {
  const Interval range{.low = 0, .high = 10};
  const Model model = kernel_estimate(std::vector<double>{4, 5, 5.5}, 0.3, range, false);
  for (const double x : {2.0, 3.3, 4.0, 4.6, 5.2, 7.0}) {
    CAPTURE(x);
    double expected = 0;
    for (const double event : {4.0, 5.0, 5.5})
      expected += std::exp(-0.5 * std::pow((x - event) / 0.3, 2)) / 3 / 0.3 / std::sqrt(2 * 3.141592653589793);
    std::vector<double> found(1);
    model.densities({}, std::vector{x}, found);
    CHECK(found[0] == doctest::Approx(expected).epsilon(1e-8));
  }
  CHECK(model.integral({}, {.low = 0, .high = 4.5}) == doctest::Approx(0.3333).epsilon(0.1));
}

TEST_CASE("kernel estimate: mirrors keep a flat density flat at the ends") {
  std::vector<double> events;
  for (int i = 0; i < 1000; ++i) events.push_back((i + 0.5) / 1000);
  const Interval range{.low = 0, .high = 1};
  std::vector<double> at_end(1), middle(1), without(1);
  const Model model = kernel_estimate(events, 0.05, range);
  model.densities({}, std::vector{0.0}, at_end);
  model.densities({}, std::vector{0.5}, middle);
  kernel_estimate(events, 0.05, range, false).densities({}, std::vector{0.0}, without);
  CHECK(at_end[0] == doctest::Approx(1).epsilon(1e-3));
  CHECK(middle[0] == doctest::Approx(1).epsilon(1e-3));
  CHECK(without[0] < 0.6);
}

TEST_CASE("kernel estimate: what it cannot be made of is said") {
  const Interval range{.low = 0, .high = 1};
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5}, 0.1, range), ramet::Error);
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5, 1.5}, 0.1, range), ramet::Error);
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5, 0.6}, 1e-5, range), ramet::Error);
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5, std::nan("")}, 0.1, range), ramet::Error);
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5, 0.6}, 0.1, {}), ramet::Error);
  CHECK_THROWS_AS(kernel_estimate(std::vector{0.5, 0.6}, 0.1, range).within({.low = 0, .high = 2}), ramet::Error);
}
