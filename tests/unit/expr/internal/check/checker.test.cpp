#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("literals have the types of C++") {
  CHECK(sample::type("1") == "int32");
  CHECK(sample::type("4000000000") == "int64");
  CHECK(sample::type("1u") == "uint32");
  CHECK(sample::type("1ul") == "uint64");
  CHECK(sample::type("0xffffffff") == "uint32");
  CHECK(sample::type("1.") == "float64");
  CHECK(sample::type("1.f") == "float32");
  CHECK(sample::type("'a'") == "int8");
  CHECK(sample::type("true") == "bool");
  CHECK(sample::type("\"a\"") == "string");
}

TEST_CASE("digit separators, hexadecimal, binary and octal numbers are read") {
  CHECK(sample::values("1'000 + 0x10 + 0b11 + 010") == "1027 1027 1027");
  CHECK(sample::values(".5 + 1e-1") == "0.6 0.6 0.6");
}

TEST_CASE("names with dots are columns or members") {
  CHECK(sample::values("a.b") == "1 2 3");
  CHECK(sample::values("p.x") == "0.5 1.5 2.5");
}

TEST_CASE("mistakes name the place and what is near") {
  CHECK(sample::error("sqrtt(x)") == "no function sqrtt; did you mean sqrt?\n  sqrtt(x)\n  ^~~~~");
  CHECK(sample::error("x + p.y").find("has no member y") != std::string::npos);
  CHECK(sample::error("atan2(x)").find("atan2 takes 2 arguments, not 1") == 0);
  CHECK(sample::error("x[0]").find("float has no elements") == 0);
  CHECK(sample::error("99999999999999999999").find("does not fit into 64 bits") != std::string::npos);
  CHECK(sample::error("1x").find("1x is no number") == 0);
  CHECK(sample::error("x(1)").find("no function x") == 0);
  CHECK(sample::error("(x + 1)(1)").find("float cannot be called") == 0);
}

TEST_CASE("definitions that stand for one another are refused above a depth") {
  std::vector<ramet::expr::Scope::Definition> definitions = {{"t0", "x"}};
  for (int k = 1; k < 40; ++k) {
    std::string text = "t" + std::to_string(k - 1);
    for (int n = 0; n < 40; ++n) text += " + x";
    definitions.push_back({"t" + std::to_string(k), text});
  }
  CHECK_THROWS_WITH_AS(sample::values("t39", 3, definitions),
                       doctest::Contains("more than 1200 operations on one another"), ramet::Error);
  CHECK(sample::values("t2 - x * 80", 3, definitions) == "1.5 -2 4");
}

TEST_CASE("a definition may have statements wherever it is used") {
  const std::vector<ramet::expr::Scope::Definition> definitions = {
      {"clean", "ROOT::RVec<int> o(v.size(), 1); for (std::size_t j = 1; j < v.size(); ++j) o[j] = 0; return o;"}};
  CHECK(sample::values("v > 2 && clean", 3, definitions) == "[1,0,0] [] [1]");
  CHECK(sample::values("b ? Sum(clean) : 0", 3, definitions) == "1 0 1");
  CHECK(sample::values("Map(v, [](float e) { return e * Sum(clean); })", 3, definitions) == "[3,1,2] [] [4]");
}

TEST_CASE("hexadecimal numbers with a point") {
  CHECK(sample::values("0x1.8p3 + 0 * i") == "12 12 12");
  CHECK(sample::type("0x1p-2f * x") == "float32");
}
