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

TEST_CASE("each return gives a value of one type, as in C++") {
  CHECK(sample::error("if (i > 1) return 1; return 2.5;").find("int is returned here, and double there") == 0);
  CHECK(sample::error("if (i > 1) return v; else return m;").find("RVec<float> is returned here, and RVec<bool>") == 0);
  CHECK(sample::error("for (auto a : v) if (a > 1) return i; return x;").find("is returned here") != std::string::npos);
  CHECK(sample::error("for (auto a : v) { if (a > 1) return i; if (a > 0) return x; } return 1;")
            .find("is returned here") != std::string::npos);
  CHECK(sample::values("auto f = [](int k) -> double { if (k > 1) return k; return 0.5; }; return f(i);") ==
        sample::values("i > 1 ? i : 0.5"));
  CHECK(sample::values("if (i > 1) return s; return \"none\";") == sample::values("i > 1 ? s : std::string(\"none\")"));
}

TEST_CASE("statements without a value are refused") {
  CHECK(sample::error("if (i > 1) return 1;").find("a way through the statements without return") == 0);
  CHECK(sample::error("int k = 0; k += 1;").find("no value is returned") == 0);
  CHECK(sample::error("break; return 1;").find("outside of a loop") == 0);
  CHECK(sample::values("const auto [a, b] = std::make_pair(x, i); const auto [c, d] = std::make_pair(b, a);"
                       "return a * 100 + c;") == sample::values("x * 100 + i"));
  CHECK(sample::values("auto [a, b] = std::make_pair(1, i); b += 2; { auto [a, c] = std::make_pair(i, 5); b += c; }"
                       "return a + b;") == sample::values("8 + i"));
  CHECK(sample::error("auto [a, b] = x; return a;").find("float has no parts") == 0);
  CHECK(sample::error("auto x; return x;").find("auto is the type of a value") == 0);
}

TEST_CASE("pairs and tuples are made, taken apart, compared, changed and kept in lists") {
  CHECK(sample::values("auto [a, b, c] = std::make_tuple(1, i, 3); return a * 100 + b * 10 + c;") ==
        sample::values("103 + i * 10"));
  CHECK(sample::values("std::tuple<int, float> t{i, x}; return std::get<0>(t) + std::get<1>(t);") ==
        sample::values("i + x"));
  CHECK(sample::values("std::pair<int, float> p(i, x); p.first++; p.second *= 2; return p.first + p.second;") ==
        sample::values("i + 1 + x * 2"));
  CHECK(sample::values("return std::make_pair(1, i) < std::make_pair(1, 2) && std::make_pair(i, 1) == "
                       "std::make_pair(i, 1);") == sample::values("i < 2"));
  CHECK(sample::values("std::vector<std::pair<float, int>> all; for (int k = 0; k < 3; ++k) all.push_back({k % 2, k});"
                       "all.emplace_back(-1, i); std::sort(all.begin(), all.end());"
                       "int n = 0; for (const auto &[key, k] : all) n = n * 10 + k; return n;") ==
        sample::values("i * 1000 + 21"));
  CHECK(sample::values("std::vector<std::pair<float, int>> all{{2, 5}, {1, 7}}; return all[1].second;") ==
        sample::values("7"));
  CHECK(sample::error("std::pair<int, int> p(1, 2, 3); return p.first;").find("3 values for a pair of 2") == 0);
}

TEST_CASE("conditions that change something are tested before each run") {
  CHECK(sample::values("int n = 0; for (int k = 4; k--;) n = n * 10 + k; return n;") == sample::values("3210"));
  CHECK(sample::values("int k = i, n = 0; while (k-- > 0) ++n; return n * 10 + k;") == sample::values("i * 10 - 1"));
  CHECK(sample::values("int k = 5, n = 0; while (--k) { if (k == 3) continue; n += k; } return n;") ==
        sample::values("7"));
}

TEST_CASE("a switch has blocks, an if declares, a text may be a block") {
  CHECK(sample::values("int k = 0; switch (i) { case 0: { int y = 2; k = y; break; } case 1: k = 5; break; }"
                       "return k;") == sample::values("i == 0 ? 2 : i == 1 ? 5 : 0"));
  CHECK(sample::values("if (auto n = i) return n; return -1;") == sample::values("i ? i : -1"));
  CHECK(sample::values("{ return i; }") == sample::values("i"));
}

TEST_CASE("a reference to what is constant is that variable") {
  CHECK(sample::values("int k = i; const int &y = k; k = 9; return y;") == sample::values("9"));
  CHECK(sample::values("int k = i; const double &y = k; k = 9; return y;") == sample::values("double(i)"));
}

TEST_CASE("what is not known is said") {
  CHECK(sample::error("std::map<int, int> m; return m.size();").find("the type std::map is not known here") == 0);
  CHECK(sample::error("std::set<int>{1, 2}.size()").find("the type std::set is not known here") == 0);
  CHECK(sample::error("nosuch k = 1; return k;").find("the type nosuch is not known here") == 0);
  CHECK(sample::error("int k = 1 return k;").find("expected ';', found 'return'") == 0);
  CHECK(sample::error("struct F { int i; }; return 1;").find("'struct' is not supported") == 0);
}
