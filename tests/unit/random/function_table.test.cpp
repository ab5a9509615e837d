#include "ramet/random/function_table.hpp"

#include <cmath>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include "unit/random/expected/held_values.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

constexpr auto parabola = [](double x) { return x * (2 - x); };

}  // namespace

TEST_CASE("function table: numbers of a function are held and good") {
  std::vector<double> numbers(300'000);
  const FunctionTable coarse(parabola, 0, 2, 1e-4);
  coarse.fill(stream, {}, numbers);
  CHECK(std::equal(numbers.begin() + 5, numbers.begin() + 69, ramet::tests::held::function.begin()));
  FunctionTable(parabola, 0, 2).fill(stream, {}, numbers);
  CHECK(ramet::tests::goodness_of(numbers, [](double x) { return x * x * (3 - x) / 4; }).is_good());
}

TEST_CASE("function table: a narrow peak has many intervals, and a line the fewest") {
  const auto peak = [](double x) { return 1 + 1000 * std::exp(-0.5 * (x - 3) * (x - 3) / 1e-4); };
  const FunctionTable table(peak, 0, 10);
  CHECK(table.intervals() > 200);
  CHECK(table.error() <= 1e-6);
  std::vector<double> numbers(200'000);
  table.fill(stream, {}, numbers);
  const double area = 10 + 1000 * 0.01 * std::sqrt(2 * 3.14159265358979323846);
  CHECK(ramet::tests::goodness_of(numbers, [&](double x) {
          return (x + 1000 * 0.01 * std::sqrt(2 * 3.14159265358979323846) * std::erfc((3 - x) / 0.01 / std::sqrt(2.0)) /
                          2) /
                 area;
        }).is_good());
  CHECK(FunctionTable([](double x) { return x; }, 0, 1).intervals() == 64);
}

TEST_CASE("function table: what is no density is an error with its numbers") {
  CHECK_THROWS_WITH_AS(FunctionTable([](double x) { return x - 1; }, 0, 2), "the function is -1 at 0, not at least 0",
                       ramet::Error);
  CHECK_THROWS_WITH_AS(FunctionTable(parabola, 2, 0), "bounds 2 and 0 do not ascend", ramet::Error);
  CHECK_THROWS_WITH_AS(FunctionTable(parabola, 0, 2, 0), "the tolerance is 0, not in 1e-9..0.1", ramet::Error);
  CHECK_THROWS_AS(FunctionTable([](double) { return 0.0; }, 0, 2), ramet::Error);
}
