#include "ramet/fit/cost.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet::fit;

TEST_CASE("cost: a constraint is the square of the distance in standard deviations") {
  const auto executor = ramet::schedule::make_serial_executor();
  const auto cost = constraint({"a", "b"}, {1, 2}, {4, 1, 1, 2});
  std::vector<double> gradient(2);
  CHECK(cost->evaluate(std::vector{2.0, 4.0}, gradient, *executor).value == 4 + 2 * 2 + 2 * 4);
  CHECK(gradient == std::vector{2.0 * (4 + 2), 2.0 * (1 + 4)});
  CHECK(cost->points() == 2);
}

TEST_CASE("cost: a sum has all parameters once, and their derivatives") {
  const auto executor = ramet::schedule::make_serial_executor();
  const auto first = unbinned(std::vector<double>{1, 2}, gauss("m", "s", {.low = 0, .high = 10}));
  const auto second = unbinned(std::vector<double>{3}, gauss("m", "t", {.low = 0, .high = 10}));
  const auto both = sum({first, second, constraint({"t"}, {1.5}, {100})});
  std::vector<std::string> names;
  for (const Parameter& one : both->parameters()) names.push_back(one.name);
  CHECK(names == std::vector<std::string>{"m", "s", "t"});
  CHECK(both->parameters()[2].low == 0);
  CHECK(both->points() == 4);
  std::vector<double> all(3), of_first(2), of_second(2);
  const double value = both->evaluate(std::vector{2.0, 1.0, 1.4}, all, *executor).value;
  const double parts = first->evaluate(std::vector{2.0, 1.0}, of_first, *executor).value +
                       second->evaluate(std::vector{2.0, 1.4}, of_second, *executor).value;
  CHECK(value == doctest::Approx(parts + 1));
  CHECK(all[0] == doctest::Approx(of_first[0] + of_second[0]));
  CHECK(all[1] == doctest::Approx(of_first[1]));
  CHECK(all[2] == doctest::Approx(of_second[1] - 20));
}

TEST_CASE("cost: what cannot be a cost is refused") {
  CHECK_THROWS_AS(constraint({}, {}, {}), ramet::Error);
  CHECK_THROWS_AS(constraint({"a"}, {1, 2}, {1}), ramet::Error);
  CHECK_THROWS_AS(constraint({"a", "a"}, {1, 2}, {1, 0, 0, 1}), ramet::Error);
  CHECK_THROWS_AS(constraint({"a", "b"}, {1, 2}, {1, 0.5, 0, 1}), ramet::Error);
  CHECK_THROWS_AS(constraint({"a"}, {std::nan("")}, {1}), ramet::Error);
  CHECK_THROWS_AS(sum({}), ramet::Error);
}
