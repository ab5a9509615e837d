#include "cli/terminal/nice_step.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("nice_step: the next of 1, 2, 2.5 and 5 times a power of ten") {
  const std::pair<double, double> cases[] = {{1, 1},       {1.01, 2},        {2, 2},      {2.1, 2.5},
                                             {3, 5},       {5.1, 10},        {0.3, 0.5},  {0.02, 0.02},
                                             {1700, 2000}, {2.4e-7, 2.5e-7}, {9e20, 1e21}};
  for (const auto& [wanted, step] : cases) {
    CAPTURE(wanted);
    CHECK(nice_step(wanted) == step);
  }
}

TEST_CASE("nice_step: a number that rounding made a little larger is the number itself") {
  CHECK(nice_step(0.1 + 0.2 - 0.1) == 0.2);
  CHECK(nice_step(1 + 1e-12) == 1);
}

TEST_CASE("nice_step: the ends of the range of a double have steps too") {
  for (const double wanted : {1e-308, 5e-324, 1e308}) {
    CAPTURE(wanted);
    CHECK(nice_step(wanted) >= wanted * 0.999);
  }
}

TEST_CASE("nice_whole_step: whole numbers only") {
  CHECK(nice_whole_step(0.2) == 1);
  CHECK(nice_whole_step(1.5) == 2);
  CHECK(nice_whole_step(2.2) == 5);
  CHECK(nice_whole_step(21) == 25);
}

TEST_CASE("multiples_between: both ends count, and 0 is 0") {
  CHECK(multiples_between(0, 100, 50) == std::vector<double>{0, 50, 100});
  CHECK(multiples_between(-0.25, 0.25, 0.1).size() == 5);
  CHECK(multiples_between(-0.25, 0.25, 0.1)[2] == 0);
  CHECK(multiples_between(0.3, 0.9, 0.3).size() == 3);
  CHECK(multiples_between(1, 2, 10).empty());
}

TEST_CASE("multiples_between: a step that is too small for the range gives no endless list") {
  CHECK(multiples_between(0, 1e9, 1e-9).size() == 1000);
  CHECK(multiples_between(1e300, 1.1e300, 1).size() <= 1000);
}
