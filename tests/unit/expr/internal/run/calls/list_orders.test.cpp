#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("equal values keep their order") {
  CHECK(sample::values("Argsort(ROOT::RVecI{2, 1, 2, 1})") == "[1,3,0,2] [1,3,0,2] [1,3,0,2]");
  CHECK(sample::values("StableSort(w)") == "[-2,1,3] [] [0]");
  CHECK(sample::values("Nonzero(ROOT::RVecI{0, 5, 0, 6})") == "[1,3] [1,3] [1,3]");
}

TEST_CASE("long lists are sorted as short ones") {
  CHECK(sample::values("auto q = Sort(Reverse(Range(0, 100, 1))); return q[7] + q[99];") == "106 106 106");
}
