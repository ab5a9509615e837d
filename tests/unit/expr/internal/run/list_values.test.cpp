#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("lists of strings and lists are put together") {
  CHECK(sample::values("Concatenate(vv, vv)") == "[[1,2],[3],[1,2],[3]] [] [[],[]]");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecF>{v, v * 2}") == "[[3,1,2],[6,2,4]] [[],[]] [[4],[8]]");
  CHECK(sample::values("Reverse(ROOT::RVec<std::string>{s, \"q\"})") == "[\"q\",\"ab\"] [\"q\",\"\"] [\"q\",\"xyz\"]");
  CHECK(sample::values("i > 0 ? Concatenate(vv, vv) : vv") == "[[1,2],[3],[1,2],[3]] [] [[],[]]");
}
