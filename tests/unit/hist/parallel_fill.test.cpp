#include "ramet/hist/parallel_fill.hpp"

#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

std::vector<double> random_values(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(91, 10);
  std::vector<double> values(count);
  for (double& value : values) value = normal(random);
  return values;
}

const Axis& mass_axis() {
  static const Axis axis = RegularAxis{60, 60, 120};
  return axis;
}

}  // namespace

TEST_CASE("the result is the same, bit by bit, for 1, 2 and 8 threads, with weights and without") {
  const auto values = random_values(5 * values_per_part(mass_axis()) + 17, 1);
  const auto weights = random_values(values.size(), 2);
  for (const NumberView& all_weights : {NumberView(), NumberView(weights)}) {
    Histogram1D expected({.name = "mass"}, mass_axis());
    parallel_fill(expected, values, {.executor = *schedule::make_serial_executor(), .weights = all_weights});
    CHECK(expected.statistics().entries == static_cast<double>(values.size()));
    for (const std::size_t threads : {1, 2, 8}) {
      CAPTURE(threads);
      const auto executor = schedule::make_thread_executor(threads);
      Histogram1D histogram({.name = "mass"}, mass_axis());
      parallel_fill(histogram, values, {.executor = *executor, .weights = all_weights});
      CHECK(histogram == expected);
    }
  }
}

TEST_CASE("counts are those of a plain fill, and sums of weights are as near as rounding allows") {
  const auto values = random_values(3 * values_per_part(mass_axis()), 3);
  const auto executor = schedule::make_thread_executor(2);
  Histogram1D plain({}, mass_axis());
  plain.fill(values);
  Histogram1D parallel({}, mass_axis());
  parallel_fill(parallel, values, {.executor = *executor});
  CHECK(parallel.values(Flow::included) == plain.values(Flow::included));
  CHECK(parallel.squared_weights().empty());
  CHECK(parallel.mean() == doctest::Approx(plain.mean()).epsilon(1e-12));
}

TEST_CASE("values of a single part give what a plain fill gives, and are added to what is there") {
  const auto values = random_values(1000, 4);
  const auto executor = schedule::make_serial_executor();
  Histogram1D plain({}, mass_axis());
  plain.fill(values, values);
  Histogram1D parallel({}, mass_axis());
  parallel_fill(parallel, values, {.executor = *executor, .weights = values});
  CHECK(parallel == plain);
  parallel_fill(parallel, values, {.executor = *executor, .weights = values});
  CHECK(parallel.statistics().entries == 2000);
  parallel_fill(parallel, NumberView(), {.executor = *executor});
  CHECK(parallel.statistics().entries == 2000);
}

TEST_CASE("nothing is added when filling is stopped or weights are missing") {
  const auto values = random_values(3 * values_per_part(mass_axis()), 5);
  const auto executor = schedule::make_thread_executor(2);
  Histogram1D histogram({}, mass_axis());
  StopSource stop;
  stop.request_stop();
  CHECK_THROWS_AS(parallel_fill(histogram, values, {.executor = *executor, .stop = stop.get_token()}), Error);
  CHECK_THROWS_AS(parallel_fill(histogram, values, {.executor = *executor, .weights = std::vector<double>{1}}), Error);
  CHECK(histogram == Histogram1D({}, mass_axis()));
}

TEST_CASE("a part has enough values for its bins") {
  CHECK(values_per_part(RegularAxis{10, 0, 1}) >= 100'000);
  CHECK(values_per_part(RegularAxis{1'000'000, 0, 1}) >= 10'000'000);
}

TEST_CASE("histograms and profiles of several axes are the same, bit by bit, for any number of threads") {
  const std::size_t count = 3 * values_per_part(std::size_t{1}) + 5;
  const auto x = random_values(count, 6), y = random_values(count, 7), weights = random_values(count, 8);
  const std::vector<NumberView> columns = {x, y};
  HistogramParts plane{.axes = {{.bins = mass_axis()}, {.bins = VariableAxis{{60, 90, 120}}}}};
  HistogramParts means{.axes = {{.bins = mass_axis()}}, .profile = ProfileSums{}};
  for (const HistogramParts& parts : {plane, means}) {
    for (const NumberView& all_weights : {NumberView(), NumberView(weights)}) {
      Histogram expected = Histogram::empty(parts);
      Histogram plain = expected;
      plain.fill(columns, all_weights);
      parallel_fill(expected, columns, {.executor = *schedule::make_serial_executor(), .weights = all_weights});
      CHECK(expected.parts().moments.entries == static_cast<double>(count));
      if (all_weights.empty() && !expected.is_profile()) CHECK(expected.values() == plain.values());
      CHECK(expected.mean(0) == doctest::Approx(plain.mean(0)).epsilon(1e-12));
      for (const std::size_t threads : {2, 8}) {
        Histogram histogram = Histogram::empty(parts);
        parallel_fill(histogram, columns,
                      {.executor = *schedule::make_thread_executor(threads), .weights = all_weights});
        CHECK(histogram == expected);
      }
    }
  }
  Histogram histogram = Histogram::empty(plane);
  CHECK_THROWS_AS(parallel_fill(histogram, std::vector<NumberView>{x}, {.executor = *schedule::make_serial_executor()}),
                  Error);
  CHECK(histogram == Histogram::empty(plane));
}
