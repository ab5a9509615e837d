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
