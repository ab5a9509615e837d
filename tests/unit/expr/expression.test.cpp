#include "ramet/expr/expression.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("a program knows the type of its results") {
  CHECK(sample::type("x * 2") == "float32");
  CHECK(sample::type("x * 2.") == "float64");
  CHECK(sample::type("v > 1") == "var * int32");
  CHECK(sample::type("s + \"!\"") == "string");
  CHECK(sample::type("ROOT::Math::XYZVector(1, 2, 3)") == "{x: float64, y: float64, z: float64}");
}

TEST_CASE("a program names the columns that it reads, once each") {
  const expr::Scope scope = sample::Columns().scope;
  const expr::Program program = expr::Program::compile("x * x + d + x", scope);
  REQUIRE(program.columns().size() == 2);
  CHECK(scope.columns[program.columns()[0]].name == "x");
  CHECK(scope.columns[program.columns()[1]].name == "d");
}

TEST_CASE("definitions see those before them, and may hide columns") {
  CHECK(sample::values("y + 1", 3, {{"y", "x * 2"}}) == "4 -3 9");
  CHECK(sample::values("x", 3, {{"x", "x * 2"}, {"x", "x + 1"}}) == "4 -3 9");
  CHECK_THROWS_WITH_AS(sample::values("y", 3, {{"y", "z"}, {"z", "1"}}), doctest::Contains("no column or variable z"),
                       Error);
}
