#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("inner names hide outer ones") {
  CHECK(sample::values("int x = 1; { int x = 2; x += 1; } return x;") == "1 1 1");
  CHECK(sample::values("int y = 1; auto f = [](int y) { return y * 10; }; return f(3) + y;") == "31 31 31");
}
