#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("every way through the statements gives the value") {
  CHECK(sample::values("if (i > 1) return x; else return 1.f;") == "1.5 1 4");
  CHECK(sample::values("if (i > 1) { if (x > 2) return 2; return 1; } return 0;") == "1 0 2");
  CHECK(sample::values("int k = 0; if (i > 1) k = 5; else if (i == 0) k = 7; return k;") == "5 7 5");
  CHECK(sample::values("switch (i) { case 0: return 10; case 2: return 20; default: return 30; }") == "20 10 30");
  CHECK(
      sample::values("int k = 0; switch (i) { case 2: k = 1; case 5: k += 10; break; default: k = 100; } return k;") ==
      "11 100 10");
  CHECK(sample::values("auto f = [](float a, float b) { return a > b ? a : b; }; return f(x, 2);") == "2 2 4");
}

TEST_CASE("the parts that are not wanted do not fail") {
  CHECK(sample::values("if (v.size() == 0) return -1.f; auto q = v[0]; return q * 2;") == "6 -1 8");
}

TEST_CASE("very many statements are refused in time") {
  std::string ways;
  for (int k = 0; k < 1000; ++k) ways += fmt::format("if (i == {}) return {};", k, k);
  CHECK(sample::error(ways + "return -1;").find("more than 256 ways") == 0);
  std::string steps = "int k = i;";
  for (int k = 0; k < 3000; ++k) steps += "k = k * 3 + 1;";
  CHECK(sample::error(steps + "return k;").find("more than 2000 operations") == 0);
}

TEST_CASE("statements without a value are refused") {
  CHECK(sample::error("if (i > 1) return 1;").find("a way through the statements without return") == 0);
  CHECK(sample::error("int k = 0; k += 1;").find("no value is returned") == 0);
  CHECK(sample::error("break; return 1;").find("outside of a loop") == 0);
  CHECK(sample::values("const auto [a, b] = std::make_pair(x, i); const auto [c, d] = std::make_pair(b, a);"
                       "return a * 100 + c;") == sample::values("x * 100 + i"));
  CHECK(sample::values("auto [a, b] = std::make_pair(1, i); b += 2; { auto [a, c] = std::make_pair(i, 5); b += c; }"
                       "return a + b;") == sample::values("8 + i"));
  CHECK(sample::error("auto [a, b] = x; return a;").find("no member first") != std::string::npos);
  CHECK(sample::error("auto [a, b, c] = x; return a;").find("structured bindings are supported for pairs") == 0);
}
