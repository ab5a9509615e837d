#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::error;
using draw_sample::rows;

TEST_CASE("containers have sizes") {
  CHECK(rows("@v.size()") == "3 0 1");
  CHECK(rows("v.@size()") == "3 0 1");
  CHECK(rows("v@.size()") == "3 0 1");
  CHECK(rows("v.size()") == "3 0 1");
  CHECK(rows("@vv.size()") == "2 0 2");
  CHECK(rows("@vv[1].size()") == "2 0 2");  // of what @ is before, as in ROOT
  CHECK(rows("@hits.size()") == "2 0 1");
  CHECK(error("n.size()").find("size() of what is no container") == 0);
}

TEST_CASE("methods that give a stored member are that member") {
  CHECK(rows("p.GetX()") == "0.5 1.5 2.5");
  CHECK(rows("p.Id()") == "1 2 3");
  CHECK(rows("hits.GetT()") == "7 8 9");  // a column of a split object
  CHECK(rows("hits[1].GetT()") == "8");
  CHECK(rows("hits.GetE()") == "100 200 300");
  CHECK(error("p.Mag()").find("there is no member fMag that Mag() would give") == 0);
  CHECK(error("p.X(1)").find("X() with arguments") == 0);
}

TEST_CASE("strings have lengths and are whole with an index") {
  CHECK(rows("s.size():s.length():s:s[0]:s.c_str()") == "2,2,ab,ab,ab 0,0,,, 3,3,xyz,xyz,xyz");
  CHECK(rows("words") == "a b a");
  CHECK(rows("words[0]") == "a a");
}

TEST_CASE("values that are missing have no row") {
  CHECK(rows("friend.value") == "5 6");
  CHECK(rows("n", "friend.value>5") == "1");
  CHECK(rows("v:friend.value") == "3,5 1,5 2,5 4,6");
  CHECK(rows("Sum$(friend.value):Alt$(friend.value,-1)") == "5,5 0,-1 6,6");
}

TEST_CASE("indices go to dimensions from the outside") {
  CHECK(rows("hits.fPos[1]") == "3 4");
  CHECK(rows("hits.fPos[][1]") == "2 4 6");
  CHECK(rows("hits[0].fPos[1]") == "2 6");
  CHECK(rows("n[0]") == rows("n"));
  CHECK(rows("n[1]") == rows("n"));
  CHECK(error("n[1][2]").find("2 indices for 0 dimensions") == 0);
  CHECK(error("v[0][1]").find("2 indices for 1 dimensions") == 0);
  CHECK(error("v[99999999999999999999]").find("99999999999999999999 is no index") == 0);
}

TEST_CASE("an index in an index") {
  CHECK(rows("w[k[k[0]]]") == "nan 40");
  std::string deep = "n";
  for (int k = 0; k < 100; ++k) deep = "v[" + deep + "]";
  CHECK(error(deep).find("nested more than") != std::string::npos);
}
