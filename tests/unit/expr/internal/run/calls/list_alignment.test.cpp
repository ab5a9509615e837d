#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::rows;

TEST_CASE("the number of rows of several lists") {
  CHECK(rows("Length$(v+w)") == "2 0 3");
  CHECK(rows("Length$(w+v)") == "2 0 1");
  CHECK(rows("Length$(w+v+w)") == "2 0 3");
  CHECK(rows("vv+m", "n==2") == "1 3 6 nan nan");  // inside of lists, a length of 1 does not limit
}

TEST_CASE("extremes of no values are the default") { CHECK(rows("Max$(v):Min$(v)") == "3,1 0,0 4,4"); }

TEST_CASE("lists of lists become flat") {
  CHECK(rows("Max$(vv):Sum$(vv*vv)") == "3,14 0,0 6,77");
  CHECK(rows("w[vv]", "n==1") == "nan nan nan");
  CHECK(rows("v[vv-1]", "n==2") == "3 1 2");
}
