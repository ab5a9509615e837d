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

TEST_CASE("sums of what a mask keeps are those of the lists that it leaves") {
  for (const std::size_t batch : {1, 3}) {
    CHECK(sample::values("Sum(v[v > 1])", batch) == "5 0 4");
    CHECK(sample::values("Sum(w[w < 0])", batch) == "-2 0 0");
    CHECK(sample::values("Sum(w[m])", batch) == "4 0 0");
    CHECK(sample::values("auto k = v[v < 3]; return k.size() + Sum(k);", batch) == "5 0 0");
    CHECK(sample::values("Sum((v / (v - 1))[v > 1])", batch) == "3.5 0 1.3333334");
    CHECK(sample::values("Sum(v[m && v > 1])", batch) == "5 0 4");
  }
  CHECK(sample::error("Sum(v[Take(w, 1) > 1])") != "");
}
