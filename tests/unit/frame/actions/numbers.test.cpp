#include "ramet/frame/actions/numbers.hpp"

#include <cmath>
#include <limits>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;
using frame::NumbersAction;
using frame::NumberSums;
using sample::ask;

namespace {

NumberSums sums_of(const Frame& of, const std::string& column, std::optional<std::string> weight = {}) {
  return ask<NumbersAction>(of, column, std::move(weight)).run().sums();
}

Frame with_doubles(const sample::Threads& threads, const std::vector<double>& values) {
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("d", sample::column_of(values));
  return threads.of(frame::table_of_arrays(std::move(columns), values.size()));
}

}  // namespace

TEST_CASE("entries are counted") {
  const sample::Threads threads(2);
  CHECK(sample::count_of(threads.counting(sample::many).filter("x % 2 == 0")) == sample::many / 2);
}

TEST_CASE("sums, means and deviations are those of all numbers") {
  const sample::Threads threads(2);
  const NumberSums sums = sums_of(threads.counting(sample::many), "x");
  const double count = sample::many;
  CHECK(sums.count == sample::many);
  CHECK(sums.sum == count * (count - 1) / 2);
  CHECK(sums.mean == (count - 1) / 2);
  CHECK(sums.standard_deviation() == doctest::Approx(std::sqrt(count * (count + 1) / 12)).epsilon(1e-14));
  CHECK(sums.minimum == 0);
  CHECK(sums.maximum == count - 1);
  CHECK(sums.weights == count);
  CHECK(sums.squared_weights == count);
}

TEST_CASE("deviations of numbers far from 0 do not cancel") {
  const sample::Threads threads(2);
  const Frame far = threads.counting(sample::many).define("far", "1e9 + x % 2");
  CHECK(sums_of(far, "far").standard_deviation() == doctest::Approx(0.5).epsilon(1e-4));
}

TEST_CASE("weights count for means; the sum is without them") {
  const sample::Threads threads;
  const Frame all = threads.counting(5).define("w", "x * 1.");
  const NumberSums sums = sums_of(all, "y", "w");
  CHECK(sums.weights == 10);
  CHECK(sums.squared_weights == 30);
  CHECK(sums.sum == 5);
  CHECK(sums.mean == 1.5);
  CHECK(sums.squares == doctest::Approx(2.5));
  CHECK(sums_of(all.define("none", "0 * x"), "y", "none").mean == 0);
}

TEST_CASE("the deviation of weighted numbers is by their weights, times n / (n - 1)") {
  const sample::Threads threads;
  const NumberSums sums = sums_of(threads.counting(3).define("w", "1. + x"), "x", "w");
  // Weights 1, 2, 3 of 0, 1, 2: the mean is 8 / 6.
  const double squares = 16. / 9 + 2. / 9 + 3 * 4. / 9;
  CHECK(sums.standard_deviation() == doctest::Approx(std::sqrt(squares / 6 * 3 / 2)).epsilon(1e-14));
  CHECK(sums_of(threads.counting(3).define("w", "0"), "x", "w").standard_deviation() == 0);
}

TEST_CASE("numbers in lists are summed, with the weight of their entry or of their own") {
  const sample::Threads threads;
  const Frame all = threads.counting(6).define("w", "v + 1").define("l", "x % 2 == 0");
  const NumberSums sums = sums_of(all, "v", "x");
  CHECK(sums.count == 6);  // 1, 2 2, 4, 5 5
  CHECK(sums.sum == 19);
  CHECK(sums.weights == 19);
  CHECK(sums.mean == (1 + 8 + 16 + 50) / 19.);
  CHECK(sums_of(all, "v", "w").weights == 25);
  CHECK(sums_of(all, "l").sum == 3);
}

TEST_CASE("of no entries nothing is known, and lists may be empty") {
  const sample::Threads threads;
  const Frame none = threads.counting(10).filter("false");
  CHECK(sums_of(none, "x") == NumberSums());
  CHECK(sums_of(none, "x").standard_deviation() == 0);
  CHECK(sums_of(threads.counting(10).filter("v.empty()"), "v") == NumberSums());
  CHECK(NumberSums().minimum == std::numeric_limits<double>::max());
  CHECK(sums_of(threads.counting(1), "y").standard_deviation() == 0);
}

TEST_CASE("values that are no numbers go into sums, not into extremes") {
  const sample::Threads threads;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const NumberSums sums = sums_of(with_doubles(threads, {nan, 1, nan, -2}), "d");
  CHECK(std::isnan(sums.sum));
  CHECK(sums.count == 4);
  CHECK(sums.minimum == -2);
  CHECK(sums.maximum == 1);
  const NumberSums only = sums_of(with_doubles(threads, {nan}), "d");
  CHECK(std::isnan(only.minimum));
  CHECK(std::isnan(only.maximum));
}

TEST_CASE("adding sums gives those of all, in any halves") {
  const auto of = [](double first, double second) {
    NumberSums one{.count = 1,
                   .sum = first,
                   .mean = first,
                   .minimum = first,
                   .maximum = first,
                   .weights = 1,
                   .squared_weights = 1};
    one += {.count = 1,
            .sum = second,
            .mean = second,
            .minimum = second,
            .maximum = second,
            .weights = 1,
            .squared_weights = 1};
    return one;
  };
  NumberSums sums = of(1, 3);
  CHECK(sums.mean == 2);
  CHECK(sums.squares == 2);
  sums += of(5, 7);
  CHECK(sums.mean == 4);
  CHECK(sums.squares == 20);
  CHECK(sums.minimum == 1);
  CHECK(sums.maximum == 7);
  NumberSums empty;
  empty += sums;
  CHECK(empty == sums);
  empty += NumberSums();
  CHECK(empty == sums);
}

TEST_CASE("strings have no sums") {
  const sample::Threads threads;
  const Frame all = threads.counting(3).define("s", "std::string(\"a\")");
  CHECK(sample::error_of([&] { sums_of(all, "s"); }).starts_with("misuse: sums of 's': column 's' is of type string"));
}
