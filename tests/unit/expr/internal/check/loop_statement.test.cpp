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

TEST_CASE("elements that are changed through iterators and references are those of the list") {
  const std::string two = "RVecI q = {1, 2}; ";
  const std::string told = " return q[0] + 10 * q[1];";
  CHECK(sample::values(two + "for (auto it = q.begin(); it != q.end(); ++it) *it *= 2;" + told) == "42 42 42");
  CHECK(sample::values(two + "auto it = q.begin(); while (it != q.end()) { (*it)++; ++it; }" + told) == "32 32 32");
  CHECK(sample::values(two + "for (int k = 0; k < i; ++k) { auto it = q.begin() + 1; *it += 1; }" + told) ==
        "41 21 71");
  CHECK(sample::values(two + "for (int k = 0; k < i; ++k) for (auto it = q.begin(); it != q.end(); ++it) *it += 1;" +
                       told) == "43 21 76");
  CHECK(sample::values(two + "auto it = q.begin(); *it = 7; *(it + 1) = *it + 1;" + told) == "87 87 87");
  CHECK(sample::values("auto q = v; for (auto it = q.begin(); it != q.end(); ++it) *it += 1; return q;") ==
        "[4,2,3] [] [5]");
  CHECK(sample::values("RVec<RVecI> q{{1, 2}, {3}}; for (auto &a : q) for (auto &b : a) b *= 2; return q[0][1];") ==
        "4 4 4");
  CHECK(sample::error(two + "auto f = q.rbegin(); *f = 1;" + told).find("goes backwards") != std::string::npos);
}

TEST_CASE("what a loop cannot do is said") {
  CHECK(sample::error("for (auto &q : v) q = 1; return v;").find("through a reference") != std::string::npos);
  CHECK(sample::error("int k = 0; for (auto q : x) ++k; return k;").find("a loop over float") == 0);
  CHECK(sample::error("int k = 0; while (k < 1) { k = 0 * k; } return k;").find("has not ended after 1000000 runs") !=
        std::string::npos);
}

TEST_CASE("a loop whose runs are known is its runs one behind the other") {
  // Both are computed: with a counter that is known, and with one that is not.
  for (const std::string first : {"0", "int(Sum(v) * 0)"}) {
    CAPTURE(first);
    const auto loop = [&](const std::string& body, const std::string& runs = "4") {
      return "int k = 1; ROOT::RVec<int> o; auto q = w; for (int j = " + first + "; j < " + runs + "; ++j) " + body;
    };
    CHECK(sample::values(loop("k = 3 * k + j; return k;")) == "99 99 99");
    CHECK(sample::values(loop("{ if (j == 2) k += i; else k *= 2; } return k;")) == "12 8 18");
    CHECK(sample::values(loop("for (int l = j; l < 3; ++l) o.push_back(10 * j + l); return o;")) ==
          "[0,1,2,11,12,22] [0,1,2,11,12,22] [0,1,2,11,12,22]");
    CHECK(sample::values(loop("{ int j = 7; k += j; } return k;")) == "29 29 29");
    CHECK(sample::values(loop("{ if (j == i) break; k += 10; } return k;")) == "21 1 41");
    CHECK(sample::values(loop("{ if (j == i) return -1; k += 10; } return k;")) == "-1 -1 41");
    CHECK(sample::values(loop("k += j; return k;", "100")) == "4951 4951 4951");
    CHECK(sample::values(loop("k += j; return k;", "0")) == "1 1 1");
  }
  CHECK(
      sample::error("int k = 0; for (int j = 0; j < 3; ++j) if (j < i) k += w[j]; return k;").find("entry 2: index ") ==
      0);
}

TEST_CASE("a loop keeps what is sorted behind a place in a list") {
  CHECK(sample::values("auto l = v; for (int k = 0; k < i; ++k) { if (l.size() > 1) std::sort(l.begin() + 1, l.end(), "
                       "std::greater<>()); } return l;") == "[3,2,1] [] [4]");
}
