#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("loops run until their condition is false, for each entry") {
  CHECK(sample::values("int k = 0; while (k * k < i) ++k; return k;") == "2 0 3");
  CHECK(sample::values(
            "int k = 0; for (int j = 0; j < 10; ++j) { if (j == i) break; if (j % 2) continue; k += j; } return k;") ==
        "0 0 6");
  CHECK(sample::values("int k = 0; do { ++k; } while (k < i); return k;") == "2 1 5");
  CHECK(sample::values("float t = 0; for (auto q : v) t += q; return t;") == "6 0 4");
  CHECK(sample::values("RVecF out; for (auto q : v) if (q > 1) out.push_back(q * 2); return out;") == "[6,4] [] [8]");
  CHECK(sample::values("for (auto q : v) { if (q > 2) return q; } return -1.f;") == "3 -1 4");
  CHECK(sample::values("int t = 0; for (size_t a = 0; a < v.size(); ++a) for (size_t b = a + 1; b < v.size(); ++b) t "
                       "+= v[a] * v[b]; return t;") == "11 0 0");
  CHECK(sample::values("auto q = v; for (size_t j = 0; j < q.size(); ++j) q[j] = j; return q;") == "[0,1,2] [] [0]");
  CHECK(sample::values("std::string t; for (int j = 0; j < i; ++j) t += s; return t;") ==
        "\"abab\" \"\" \"xyzxyzxyzxyzxyz\"");
  CHECK(sample::values("int k = 1; for (int j = 0; j < 3; ++j) { for (int l = 0; l < 9; ++l) { if (l == j) return j + "
                       "k; ++k; } } return 0;") == "1 1 1");
}

TEST_CASE("what a loop cannot do is said") {
  CHECK(sample::error("for (auto &q : v) q = 1; return v;").find("through a reference") != std::string::npos);
  CHECK(sample::error("int k = 0; for (auto q : x) ++k; return k;").find("a loop over float") == 0);
  CHECK(sample::error("int k = 0; while (k < 1) { k = 0 * k; } return k;").find("has not ended after 1000000 runs") !=
        std::string::npos);
}
