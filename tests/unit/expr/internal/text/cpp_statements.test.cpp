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
  CHECK(sample::error("if (i return 1;").find("expected ')', found 'return'") == 0);
}

TEST_CASE("arrays of arrays are lists of lists") {
  CHECK(sample::values("int a[3][2]; a[i > 2][1] = 7; return a[0][1] + 10 * a[1][1];") == "7 7 70");
  CHECK(sample::values("const float t[2][3] = {{1, 2, 3}, {4, 5, 6}}; return t[i > 0][n % 3];") == "4 1 5");
  CHECK(sample::values("int t[2][2][2]; return t[1][1].size();") == "2 2 2");
  CHECK(sample::error("int a[][2]; return 1;").find("an array without a size") == 0);
}

TEST_CASE("types may be named") {
  CHECK(sample::values("using F = float; F y = d; return y * F(2);") == "0.5 2 -16");
  CHECK(sample::values("typedef std::vector<int> ints; ints l{1, i}; return l;") == "[1,2] [1,0] [1,5]");
  CHECK(sample::values("using V = ROOT::Math::PtEtaPhiMVector; return RVec<V>{V(3, 0, 0, 0)}[0].Pt();") == "3 3 3");
  CHECK(sample::values("using namespace ROOT::VecOps; using std::max; return max(i, 3);") == "3 3 5");
  CHECK(sample::error("using F = nothing; return 1;").find("expected a type, found 'nothing'") == 0);
  CHECK(sample::error("typedef float; return 1;").find("expected a name, found ';'") == 0);
}

TEST_CASE("a condition at the end of a loop may change something") {
  CHECK(sample::values("int a = 0, k; do { k = 2 * a; ++a; } while ((k = a) < 3); return 10 * a + k;") == "33 33 33");
  CHECK(sample::values("int a = 3, n = 0; do ++n; while (a-- > 0); return n;") == "4 4 4");
  CHECK(sample::values("int a = 0; do { if (a == i) break; } while (++a < 4); return a;") == "2 0 4");
  CHECK(sample::error("int a = 0; do { if (a == 1) continue; } while (++a < 4); return a;").find("only evaluated") !=
        std::string::npos);
}

TEST_CASE("for_each and generate as statements are loops") {
  CHECK(sample::values("int t = 0; std::for_each(w.begin(), w.end(), [&](int e) { t += e; }); return t;") == "2 0 0");
  CHECK(sample::values("int t = 0; std::for_each(w.begin(), w.end(), [&t](auto e) { if (e < 0) return; t += e; }); "
                       "return t;") == "4 0 0");
  CHECK(sample::values("auto l = w; std::for_each(std::begin(l), std::end(l), [](auto &e) { e *= 2; }); return l;") ==
        "[2,-4,6] [] [0]");
  CHECK(sample::values(
            "int t = 0; auto f = [&t](int e) { t += e; }; std::for_each(w.begin(), w.end(), f); return t;") == "2 0 0");
  CHECK(sample::values("std::vector<int> l(3); int k = i; std::generate(l.begin(), l.end(), [&k]() { return k++; }); "
                       "return l;") == "[2,3,4] [0,1,2] [5,6,7]");
  CHECK(sample::error("int t = 0; std::for_each(w.begin(), w.end(), [&](int e) { for (int k = 0; k < 2; ++k) return; "
                      "}); return t;")
            .find("no function std::for_each") == 0);
}
