#include "ramet/expr/internal/draw/draw_loops.hpp"

#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::error;
using draw_sample::rows;

TEST_CASE("an array gives a row for each element, and a number is repeated") {
  CHECK(rows("v") == "3 1 2 4");
  CHECK(rows("v:n") == "3,2 1,2 2,2 4,1");
  CHECK(rows("f") == "1 2 3 4 5 6 7 8 9");
  CHECK(rows("v[]") == "3 1 2 4");
  CHECK(rows("v:k") == "3,2 1,0 2,-1 4,0");
}

TEST_CASE("arrays of different lengths go as far as the shortest; after one of length 1 the next one counts") {
  CHECK(rows("v:w") == "3,10 1,20 4,40 nan,50 nan,60");
  CHECK(rows("w:v") == "10,3 20,1 40,4");
  CHECK(rows("w:v:w") == "10,3,10 20,1,20 40,4,40 50,nan,50 60,nan,60");
  CHECK(rows("f:w") == "1,10 2,20 4,30 7,40 8,50 9,60");
  CHECK(rows("v", "w>10") == "1 4");  // the cut's arrays come first
}

TEST_CASE("a fixed index behind the end drops the entry, one that is computed gives NaN") {
  CHECK(rows("v[1]") == "1");
  CHECK(rows("v[1]:w") == "1,10 1,20");
  CHECK(rows("n", "v[0]") == "2*3 1*4");
  CHECK(rows("v[n]") == "2 nan nan");
  CHECK(rows("v[n-1]") == "1 nan 4");
  CHECK(rows("n>1?v[1]:-1") == "1");
  CHECK(error("f[3]") == "no element 3 in an array of 3\n  f[3]\n    ^");
}

TEST_CASE("arrays of several dimensions are gone through row by row") {
  CHECK(rows("m", "n==2") == "0 1 2 3 4 5");
  CHECK(rows("m[1][]", "n==2") == "3 4 5");
  CHECK(rows("m[1]", "n==2") == "3 4 5");
  CHECK(rows("m[][1]", "n==2") == "1 4");
  CHECK(rows("m[1][2]-m[0][0]", "n==2") == "5");
  CHECK(rows("m:f", "n==2") == "0,1 1,1 2,1 3,2 4,2 5,2");
  CHECK(rows("m:v", "n==2") == "0,3 1,3 2,3 3,1 4,1 5,1");
}

TEST_CASE("lists of lists have loops inside one another") {
  CHECK(rows("vv") == "1 2 3 4 5 6");
  CHECK(rows("vv:w") == "1,10 2,10 3,20 4,50 5,50 6,50");
  CHECK(rows("vv[0]") == "1 2");
  CHECK(rows("vv[1]") == "3 4 5 6");
  CHECK(rows("vv[][0]") == "1 3 4");
  CHECK(rows("vv[0]+vv[1]") == "4 nan");  // one of length 1 does not limit the rows
  CHECK(rows("vv[1][1]") == "nan 5");
  CHECK(rows("Length$:Iteration$:vv") == "3,0,1 3,1,2 3,2,3 3,0,4 3,1,5 3,2,6");
}

TEST_CASE("an index may be an array, whose elements are gone through") {
  CHECK(rows("w[k]") == "nan 10 nan 40");
  CHECK(rows("v[k]") == "2 3 nan 4");
  CHECK(rows("f[k]") == "3 1 nan 7");
  CHECK(rows("w[k[1]]") == "10");  // no entry without k[1]
  CHECK(rows("w[Iteration$+1]:v") == "20,3 nan,1 nan,2 50,4");
}
