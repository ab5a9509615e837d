#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("operators bind as in C++") {
  CHECK(sample::values("1 + 2 * 3 - 4 / 3") == "6 6 6");
  CHECK(sample::values("1 | 2 ^ 3 & 4") == "3 3 3");
  CHECK(sample::values("1 < 2 == true") == "true true true");
  CHECK(sample::values("true || false && false") == "true true true");
  CHECK(sample::values("- 2 + 5") == "3 3 3");
  CHECK(sample::values("i > 1 ? 1 : i == 0 ? 2 : 3") == "1 2 1");
  CHECK(sample::values("7 - -i") == "9 7 12");
}

TEST_CASE("what is no expression is refused with its place") {
  CHECK(sample::error("1 +") == "expected a value, found the end\n  1 +\n     ^");
  CHECK(sample::error("(x").find("expected ')', found the end") == 0);
  CHECK(sample::error("x x").find("expected an operator or the end, found 'x'") == 0);
  CHECK(sample::error("").find("an empty expression") == 0);
}

TEST_CASE("deep and long texts are refused in time") {
  CHECK(sample::error(std::string(100000, '(')).find("nested more than 200 deep") == 0);
  CHECK(sample::error(std::string(100000, '-') + "x").find("nested more than 200 deep") == 0);
  std::string chain = "x";
  for (int k = 0; k < 1000; ++k) chain += "+x";
  CHECK(sample::error(chain).find("more than 200 operators in a chain") == 0);
}
