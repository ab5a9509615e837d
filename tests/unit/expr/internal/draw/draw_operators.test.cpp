#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::error;
using draw_sample::rows;

TEST_CASE("numbers are double, whatever the columns are") {
  CHECK(rows("n/2") == "1 0 0.5");
  CHECK(rows("n-3") == "-1 -3 -2");
  CHECK(rows("big-4") == "-3 -2 -1");
  CHECK(rows("n^2:n**0.5") == "4,1.4142135623730951 0,0 1,1");
  CHECK(rows("-n") == "-2 -0 -1");
}

TEST_CASE("x / 0 is 0") { CHECK(rows("x/0:x/n") == "0,0.75 0,0 0,4"); }

TEST_CASE("bits and remainders are of whole numbers") {
  CHECK(rows("x*3%3") == "1 0 0");
  CHECK(rows("-7%4+0*n") == "-3 -3 -3");
  CHECK(rows("x&1:x|8:n<<2:9>>n") == "1,9,8,2 0,1.8446744073709552e+19,0,9 0,12,4,4");
  CHECK(rows("~n") == "-3 -1 -2");
  CHECK(rows("-4%2") == "-0 -0 -0");
  CHECK(rows("(-4)%2") == "0 0 0");
  CHECK(rows("1e19%10:-1e30%10") == "-8,8 -8,8 -8,8");
  CHECK(rows("(n+1e19)%10") == "-8 -8 -8");
}

TEST_CASE("comparisons and logic give 0 or 1") {
  CHECK(rows("x>0:x<=-2:n==1:n!=1:!n:x>=4") == "1,0,0,1,0,0 0,1,0,1,1,0 1,0,1,0,0,1");
  CHECK(rows("n&&2:n||0") == "1,1 0,0 1,1");
}

TEST_CASE("what is not there makes the whole expression NaN, unless it is not asked for") {
  CHECK(rows("v>0:w", "n==1") == "1,40 nan,50 nan,60");
  CHECK(rows("v<5&&w>0", "n==1") == "1 nan nan");
  CHECK(rows("w>45||v>0", "n==1") == "1");
  CHECK(rows("v>9||w>45", "n==1") == "0 nan nan");
  CHECK(rows("k:w>45||k<9:w", "n==1") == "0,1,40 nan,1,50 nan,1,60");
  CHECK(rows("k:w>45?w:v[0]", "n==1") == "0,4 nan,50 nan,60");
  CHECK(rows("w", "v>0 && n==1") == "40 50*nan 60*nan");  // NaN is not 0
}

TEST_CASE("choices") {
  CHECK(rows("x>0?v:-1") == "3 1 2 4");
  CHECK(rows("x>0?s:\"none\"") == "ab none xyz");
  CHECK(error("x>0?s:1").find("a text and a number in one choice") == 0);
}

TEST_CASE("texts are compared") {
  CHECK(rows("n", "s==\"ab\"") == "2");
  CHECK(rows("n", "s!=\"ab\"") == "0 1");
  CHECK(rows("words==\"a\"") == "1 0 1");
  CHECK(rows("n", "\"xyz\"==s||n==0") == "0 1");
  CHECK(error("s<\"b\"").find("texts have no operator <") == 0);
  CHECK(error("s==1").find("a text and a number are compared") == 0);
  CHECK(error("s+1").find("texts have no operator +") == 0);
  CHECK(error("-s").find("a text where a number is expected") == 0);
}
