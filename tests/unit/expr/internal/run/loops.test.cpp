#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("each entry runs as often as it wants") {
  CHECK(sample::values("int k = 0; for (int j = 0; j < i; ++j) k += j; return k;") == "1 0 10");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecF> o; for (int j = 0; j < i; ++j) o.push_back(v); return o.size();") ==
        "2 0 5");
  CHECK(sample::values("ROOT::RVec<std::string> o; for (int j = 0; j < i; ++j) o.push_back(s); return o;") ==
        "[\"ab\",\"ab\"] [] [\"xyz\",\"xyz\",\"xyz\",\"xyz\",\"xyz\"]");
  CHECK(sample::values("return Map(w, [](int q) { int k = 0; while (k < q) ++k; return k; });") == "[1,0,3] [] [0]");
}
