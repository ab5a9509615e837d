#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("arrays are viewed and copied, whatever their offsets") {
  CHECK(sample::values("v") == "[3,1,2] [] [4]");
  CHECK(sample::values("vv") == "[[1,2],[3]] [] [[]]");
  CHECK(sample::values("s") == "\"ab\" \"\" \"xyz\"");
}

TEST_CASE("slices, whose offsets do not begin at 0, are viewed in their place") {
  CHECK(sample::values("v", 1) == "[3,1,2] [] [4]");
}

TEST_CASE("fixed arrays are viewed as lists") {
  using namespace ramet;
  array::ArrayBuilder builder(array::parse_type("2 * int16"));
  const std::int16_t numbers[] = {1, 2, 3, 4};
  builder.contents[0].values.append(std::as_bytes(std::span(numbers)));
  builder.contents[0].length = 4;
  builder.length = 2;
  const array::Array fixed = std::move(builder).finish();
  expr::Evaluator evaluator(expr::Program::compile("m * 2", expr::Scope{{{"m", fixed.type()}}, {}}));
  const auto found = evaluator.run(std::span(&fixed, 1), 2, {});
  CHECK(sample::spelled(found[0], 0) + sample::spelled(found[0], 1) == "[2,4][6,8]");
}
