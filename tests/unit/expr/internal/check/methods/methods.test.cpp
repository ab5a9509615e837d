#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("lists and strings have methods") {
  CHECK(sample::values("v.size()") == "3 0 1");
  CHECK(sample::values("v.empty()") == "false true false");
  CHECK(sample::values("v.at(1, -1.f)") == "1 -1 -1");
  CHECK(sample::values("s.size()") == "2 0 3");
  CHECK(sample::values("s.substr(0, 1)") == "\"a\" \"\" \"x\"");
  CHECK(sample::values("s.find(\"b\")") == "1 18446744073709551615 18446744073709551615");
  CHECK(sample::values("TString(s).Contains(\"y\")") == "false false true");
  CHECK(sample::values("s.compare(\"ab\")") == "0 -2 23");
  CHECK(sample::values("s.ends_with(\"z\")") == "false false true");
}

TEST_CASE("a method that is not there is named with its object") {
  CHECK(sample::error("v.sum()").find("RVec<float> has no method sum with 0 arguments") == 0);
  CHECK(sample::error("ROOT::Math::XYZVector(1, 2, 3).M()").find("XYZVector has no method M") == 0);
  CHECK(sample::error("v.front()").find("entry 1: index 0 of a list of 0 values") == 0);
}
