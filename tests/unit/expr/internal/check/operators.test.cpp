#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("operators of lists go element by element") {
  CHECK(sample::values("v + w") == "[4,-1,5] [] [4]");
  CHECK(sample::values("v * x") == "[4.5,1.5,3] [] [16]");
  CHECK(sample::values("v > 1") == "[1,0,1] [] [1]");
  CHECK(sample::values("m && v > 2") == "[1,0,0] [] [1]");
  CHECK(sample::values("w % 2") == "[1,0,1] [] [0]");
  CHECK(sample::values("~w") == "[-2,1,-4] [] [-1]");
}

TEST_CASE("strings are joined and compared") {
  CHECK(sample::values("s + \"!\"") == "\"ab!\" \"!\" \"xyz!\"");
  CHECK(sample::values("s < \"b\"") == "true true false");
  CHECK(sample::values("\"x\" + s") == "\"xab\" \"x\" \"xxyz\"");
}

TEST_CASE("variables keep their types when they are assigned to") {
  CHECK(sample::values("int k = 3; k += 1.7; return k;") == "4 4 4");
  CHECK(sample::values("auto q = v; q *= 2.5; return q;") == "[7.5,2.5,5] [] [10]");
  CHECK(sample::values("int k = i; k++; return k--;") == "3 1 6");
}

TEST_CASE("operands that do not go together are named") {
  CHECK(sample::error("s + 1").find("std::string + int") == 0);
  CHECK(sample::error("x % 2").find("float % int: % is for whole numbers") == 0);
  CHECK(sample::error("v + ROOT::RVecF{1, 2}").find("entry 0: lists of 3 and 2 values do not go together") == 0);
  CHECK(sample::error("i > 0 ? v : x").find("values of different types: RVec<float> and float") == 0);
  CHECK(sample::error("x = 2").find("only variables that were declared here") == 0);
  CHECK(sample::error("int k = 0; return i > 0 && ++k > 0;").find("only evaluated sometimes") != std::string::npos);
  CHECK(sample::error("*v").find("pointers are not supported") == 0);
}
