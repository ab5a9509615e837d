#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("casts and constructions") {
  CHECK(sample::values("int(x)") == "1 -2 4");
  CHECK(sample::values("(int)x % 2") == "1 0 0");
  CHECK(sample::values("static_cast<int>(d)") == "0 1 -8");
  CHECK(sample::values("ROOT::RVecI{i, 7}") == "[2,7] [0,7] [5,7]");
  CHECK(sample::values("ROOT::RVec<float>(2)") == "[0,0] [0,0] [0,0]");
  CHECK(sample::values("std::vector<int>(2, i)") == "[2,2] [0,0] [5,5]");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecF>{v, v * 2}") == "[[3,1,2],[6,2,4]] [[],[]] [[4],[8]]");
  CHECK(sample::values("ROOT::RVec<std::string>{s, \"q\"}") == "[\"ab\",\"q\"] [\"\",\"q\"] [\"xyz\",\"q\"]");
}

TEST_CASE("types that are not known are named") {
  CHECK(sample::error("TLorentzRotation(x)").find("no function TLorentzRotation") == 0);
  CHECK(sample::error("int(v)").find("RVec<float> cannot become int") == 0);
  CHECK(sample::error("ROOT::Math::XYZVector(1, 2)").find("XYZVector takes 3 numbers, not 2") == 0);
}

TEST_CASE("arrays have the length of their type") {
  CHECK(sample::values("std::array<int, 4> n{}; ++n[2]; return n;") == sample::values("RVec<int>{0, 0, 1, 0}"));
  CHECK(sample::values("int n[4] = {7}; n[3] = 1; return n[0] * 10 + n[3] + n[1];") == sample::values("71"));
  CHECK(sample::values("float n[] = {7, 8}; return n[1];") == sample::values("8.f"));
}

TEST_CASE("types of elements and parts may be left out") {
  CHECK(sample::values("std::vector a{i, 2}; return a;") == "[2,2] [0,2] [5,2]");
  CHECK(sample::values("std::vector a = {x, x * 2}; return a;") == "[1.5,3] [-2,-4] [4,8]");
  CHECK(sample::values("std::array a{1.5, 2.5}; return a[1];") == "2.5 2.5 2.5");
  CHECK(sample::values("std::vector a(2, x); return a;") == "[1.5,1.5] [-2,-2] [4,4]");
  CHECK(sample::values("std::vector a(v.begin(), v.end()); return a;") == "[3,1,2] [] [4]");
  CHECK(sample::values("std::vector a{v}; ROOT::RVec b = v; return a + b;") == "[6,2,4] [] [8]");
  CHECK(sample::values("std::vector{i, 1}.size()") == "2 2 2");
  CHECK(sample::values("std::pair p{x, 2}; return p.first * p.second;") == "3 -4 8");
  CHECK(sample::values("auto p = std::pair(i, x); return p.second;") == "1.5 -2 4");
  CHECK(sample::values("std::tuple t{x, 2, s}; return std::get<2>(t);") == "\"ab\" \"\" \"xyz\"");
  CHECK(sample::error("std::vector a{1, 2.5}; return a;").find("int and double in one list") == 0);
  CHECK(sample::error("std::vector a{}; return a;").find("the type of the elements is missing") == 0);
  CHECK(sample::error("std::pair a{1}; return a.first;").find("1 values for a pair") == 0);
  CHECK(sample::error("std::vector a = 1; return a;").find("the type vector is not known here") == 0);
}
