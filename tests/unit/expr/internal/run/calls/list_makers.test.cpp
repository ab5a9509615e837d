#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("subsets and pairs come in order") {
  CHECK(sample::values("Combinations(w, ROOT::RVecI{1, 2})") == "[[0,0,1,1,2,2],[0,1,0,1,0,1]] [[],[]] [[0,0],[0,1]]");
}

TEST_CASE("lists are made of what is given") {
  CHECK(sample::values("ROOT::RVecF{x, 1}") == "[1.5,1] [-2,1] [4,1]");
  CHECK(sample::values("ROOT::RVec<int>(i, 7)") == "[7,7] [] [7,7,7,7,7]");
  CHECK(sample::values("Range(1, 6, 2)") == "[1,3,5] [1,3,5] [1,3,5]");
  CHECK(sample::values("Arange(5, 0, -2)") == "[5,3,1] [5,3,1] [5,3,1]");
  CHECK(sample::values("Logspace(0., 2., 3)") == "[1,10,100] [1,10,100] [1,10,100]");
}

TEST_CASE("lists of absurd lengths are refused") {
  CHECK(sample::error("ROOT::RVec<int>(-1 - i)").find("entry 0: a list of -3 values") == 0);
  CHECK(sample::error("Range(0, 4000000000, 1)").find("entry 0: a list of 4000000000 values") == 0);
  CHECK(sample::error("Combinations(v, 2)").find("entry 1: Combinations of 2 of 0 values") == 0);
  CHECK(sample::error("Combinations(n + 1000000, n + 1000000)").find("entry 0: Combinations of 1000003 with 1000003") ==
        0);
}
