#include "ramet/expr/internal/formula/parameters.hpp"

#include <doctest/doctest.h>

using namespace ramet::expr;

TEST_CASE("Numbered parameters come first, and none is left out up to the largest") {
  FormulaParameters parameters;
  parameters.add("b");
  parameters.add("A");
  parameters.add("p12");
  parameters.add(2);
  parameters.add("p1");
  parameters.add("p1a");
  CHECK(parameters.ordered() == std::vector<std::string>{"p0", "p1", "p2", "p12", "A", "b", "p1a"});
  CHECK(FormulaParameters().ordered().empty());
}

TEST_CASE("Whole numbers are digits") {
  CHECK(is_whole_number("012"));
  CHECK_FALSE(is_whole_number(""));
  CHECK_FALSE(is_whole_number("-1"));
}
