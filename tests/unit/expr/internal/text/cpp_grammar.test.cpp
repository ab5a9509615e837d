#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("templates are told from comparisons") {
  CHECK(sample::values("i < 3 && x > 1") == "true false false");
  CHECK(sample::values("std::max<float>(i, 3)") == "3 3 5");
  CHECK(sample::values("ROOT::RVec<ROOT::RVec<int>>{}") == "[] [] []");
}
