#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::rows;

TEST_CASE("lists of other lengths are followed as far as they go") {
  CHECK(rows("w:k:words:v", "n>0") == "10,2,a,3 20,0,b,1 40,0,a,4");
  CHECK(rows("v:words", "n==1") == "4,a");
  CHECK(rows("v:words:w", "n==1") == "4,a,40 nan,,50 nan,,60");
}

TEST_CASE("positions are counted in each entry, also below a selection") {
  CHECK(rows("Iteration$:w", "w>10") == "1,20 0,30 0,40 1,50 2,60");
  CHECK(rows("Iteration$:vv", "n==1") == "0,4 1,5 2,6");
}
