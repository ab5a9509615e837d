#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("statements of all kinds are read") {
  CHECK(sample::values("int a = 1, b = 2; return a + b;") == "3 3 3");
  CHECK(sample::values("{ } ; return 1;") == "1 1 1");
  CHECK(sample::values("float t(2.5); int q{1}; return t + q;") == "3.5 3.5 3.5");
  CHECK(sample::values("for (;;) { break; } return 1;") == "1 1 1");
}

TEST_CASE("statements that are not supported are named") {
  CHECK(sample::error("try { } return 1;").find("'try' is not supported in expressions") == 0);
  CHECK(sample::error("int a[3][2]; return 1;").find("arrays of arrays are not supported") == 0);
  CHECK(sample::error("if (i return 1;").find("expected ')', found 'return'") == 0);
}
