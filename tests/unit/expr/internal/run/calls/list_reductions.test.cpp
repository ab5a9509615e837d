#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("reductions of lists, also of empty ones") {
  CHECK(sample::values("Sum(v)") == "6 0 4");
  CHECK(sample::values("Product(v)") == "6 1 4");
  CHECK(sample::values("Mean(v)") == "2 0 4");
  CHECK(sample::values("Var(v)") == "1 0 0");
  CHECK(sample::values("StdDev(v)") == "1 0 0");
  CHECK(sample::values("All(v)") == "true true true");
  CHECK(sample::values("ArgMax(v)") == "0 0 0");
  CHECK(sample::values("Sum(ROOT::RVec<unsigned char>{200, 100})") == "44 44 44");
}

TEST_CASE("an empty list has no extreme") {
  CHECK(sample::error("Max(v)").find("entry 1: the extreme of an empty list") == 0);
}
