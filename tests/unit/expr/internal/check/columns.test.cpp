#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("columns are numbers, strings, lists and records") {
  CHECK(sample::values("x") == "1.5 -2 4");
  CHECK(sample::values("s") == "\"ab\" \"\" \"xyz\"");
  CHECK(sample::values("vv") == "[[1,2],[3]] [] [[]]");
  CHECK(sample::values("p.k") == "1 2 3");
}

TEST_CASE("fixed arrays are lists; values that may be missing are refused") {
  using namespace ramet;
  const expr::Scope scope{{{"m", array::parse_type("2 * 3 * float32")}, {"o", array::parse_type("?int32")}}, {}};
  CHECK(array::to_string(expr::Program::compile("m", scope).type(0)) == "var * float32");
  CHECK_THROWS_WITH_AS(expr::Program::compile("o", scope), doctest::Contains("column o: values of type ?int32"), Error);
}
