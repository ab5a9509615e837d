#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("what is taken of lists") {
  CHECK(sample::values("v[v > 1]") == "[3,2] [] [4]");
  CHECK(sample::values("i > 0 ? v[0] : -1.f") == "3 -1 4");
  CHECK(sample::values("Take(v, w[w >= 0 && w < 1])") == "[] [] [4]");
  CHECK(sample::values("i > 0 ? vv[0] : vv.at(0, v)") == "[1,2] [] []");
  CHECK(sample::values("i > 0 ? Take(v, 1) : v") == "[3] [] [4]");
}

TEST_CASE("masks keep values of any size, in lists that begin anywhere") {
  for (const std::size_t batch : {1U, 2U, 3U}) {
    CAPTURE(batch);
    CHECK(sample::values("v[v > 1]", batch) == "[3,2] [] [4]");
    CHECK(sample::values("m[w > 0]", batch) == "[true,true] [] []");
    CHECK(sample::values("(v*2.)[m]", batch) == "[6,4] [] [8]");
    CHECK(sample::values("vv[Map(vv, [](auto& q) { return q.size() == 1; })]", batch) == "[[3]] [] []");
    CHECK(sample::values("i > 1 ? v[v > 1] : v", batch) == "[3,2] [] [4]");
    CHECK(sample::values("v[v > 100]", batch) == "[] [] []");
  }
}

TEST_CASE("places outside of a list are named") {
  CHECK(sample::error("v[2]").find("entry 1: index 2 of a list of 0 values") == 0);
  CHECK(sample::error("v[-1]").find("entry 0: index -1 of a list of 3 values") == 0);
  CHECK(sample::error("Take(v, 2)").find("entry 1: Take of 2 values of a list of 0") == 0);
  CHECK(sample::error("Take(v, w)").find("entry 0: Take of index -2 of a list of 3") == 0);
  CHECK(sample::error("v[ROOT::RVecI{1}]").find("entry 0: a mask of 1 values for a list of 3") == 0);
}
