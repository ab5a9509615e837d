#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("local lists are changed by methods") {
  CHECK(sample::values("auto l = w; l.push_back(7); return l;") == "[1,-2,3,7] [7] [0,7]");
  CHECK(sample::values("auto l = w; l.push_back(1); l.pop_back(); return l;") == "[1,-2,3] [] [0]");
  CHECK(sample::values("auto l = w; l.resize(2); return l;") == "[1,-2] [0,0] [0,0]");
  CHECK(sample::values("auto l = w; l.insert(l.begin(), 9); return l;") == "[9,1,-2,3] [9] [9,0]");
  CHECK(sample::values("auto l = w; l.push_back(1); l.erase(l.begin()); return l;") == "[-2,3,1] [] [1]");
  CHECK(sample::values("auto l = w; l.clear(); return l.size();") == "0 0 0");
}

TEST_CASE("elements are assigned, also through a reference") {
  CHECK(sample::values("auto l = w; for (auto &e : l) e *= 2; return l;") == "[2,-4,6] [] [0]");
  CHECK(sample::values("auto l = w; for (auto &e : l) { if (e < 0) continue; e = 5; } return l;") == "[5,-2,5] [] [5]");
  CHECK(sample::values("RVec<RVec<int>> l{w, w}; l[1] = RVec<int>{8}; return l;") ==
        "[[1,-2,3],[8]] [[],[8]] [[0],[8]]");
  CHECK(sample::error("for (auto &e : w) e *= 2; return w;").find("elements that are changed through a reference") ==
        0);
}

TEST_CASE("lists of vectors take vectors, and their coordinates") {
  CHECK(
      sample::values("std::vector<TVector2> l; l.emplace_back(3, 4); l.push_back(TVector2(i, 0)); return l[0].Mod() + "
                     "l[1].X();") == "7 5 10");
  CHECK(sample::error("std::vector<TVector2> l; l.push_back(3); return 1;").find("an element of another type") == 0);
}

TEST_CASE("values of another list are inserted") {
  CHECK(sample::values("RVec<int> u{1, 2}; u.insert(u.end(), w.begin(), w.end()); return u;") ==
        sample::values("Concatenate(RVec<int>{1, 2}, w)"));
  CHECK(sample::values("RVec<float> u{1, 2}; u.insert(u.begin() + 1, w.begin(), w.end()); return u.size();") ==
        sample::values("w.size() + 2"));
}
