#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("calls of every group") {
  CHECK(sample::values("Sum(v)") == "6 0 4");
  CHECK(sample::values("Reverse(v)") == "[2,1,3] [] [4]");
  CHECK(sample::values("v.at(0, 9.f)") == "3 9 4");
  CHECK(sample::values("Range(i)") == "[0,1] [] [0,1,2,3,4]");
  CHECK(sample::values("s.size()") == "2 0 3");
}
