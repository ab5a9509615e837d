#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("each entry runs as often as it wants") {
  CHECK(sample::values("int k = 0; for (int j = 0; j < i; ++j) k += j; return k;") == "1 0 10");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecF> o; for (int j = 0; j < i; ++j) o.push_back(v); return o.size();") ==
        "2 0 5");
  CHECK(sample::values("ROOT::RVec<std::string> o; for (int j = 0; j < i; ++j) o.push_back(s); return o;") ==
        "[\"ab\",\"ab\"] [] [\"xyz\",\"xyz\",\"xyz\",\"xyz\",\"xyz\"]");
  CHECK(sample::values("return Map(w, [](int q) { int k = 0; while (k < q) ++k; return k; });") == "[1,0,3] [] [0]");
}

TEST_CASE("what a loop does not change is computed for the entries that run it") {
  CHECK(sample::values("if (w.size() < 2) return 0; auto c = Combinations(w, 2); int k = 0;"
                       "for (std::size_t j = 0; j < c[0].size(); ++j) k += w[c[0][j]] + 10 * w[c[1][j]]; return k;") ==
        sample::values("int k = 0; for (std::size_t a = 0; a < w.size(); ++a)"
                       "  for (std::size_t b = a + 1; b < w.size(); ++b) k += w[a] + 10 * w[b]; return k;"));
  CHECK(sample::values("float first = v[0]; float sum = 0;"
                       "for (std::size_t j = 0; j < v.size(); ++j) sum += first; return sum;") == "9 0 4");
  CHECK(sample::error("int k = 0; for (int j = 0; j < i; ++j) if (j == 4) k += v.at(7); return k;") != "");
}

TEST_CASE("entries leave a loop at different times, with all of its variables") {
  CHECK(sample::values("ROOT::RVecI o; int k = 7; for (int j = 0; j < i; ++j) { k = j; o.push_back(k); }"
                       "o.push_back(k); return o;") == "[0,1,1] [7] [0,1,2,3,4,4]");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecI> o; for (int j = 0; j < i; ++j) { ROOT::RVecI q; for (int l = 0; l < j; "
                       "++l) q.push_back(l); o.push_back(q); } return o;") ==
        "[[],[0]] [] [[],[0],[0,1],[0,1,2],[0,1,2,3]]");
}
