#include "ramet/expr/internal/check/functions/ranges.hpp"

#include <string>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("values between two places, and parts of a variable that are changed") {
  const std::string v = "RVec<int> v{3, 1, 1, 2}; ";
  CHECK(sample::values(v + "return std::accumulate(v.begin() + 1, v.end() - 1, 0);") == sample::values("2"));
  CHECK(sample::values(v + "std::sort(v.begin() + 1, v.end(), std::greater<int>()); return v;") ==
        sample::values("RVec<int>{3, 2, 1, 1}"));
  CHECK(
      sample::values(v + "std::transform(v.begin(), v.begin() + 2, v.begin(), [](int a) { return -a; }); return v;") ==
      sample::values("RVec<int>{-3, -1, 1, 2}"));
  CHECK(sample::error("std::count(w.begin(), 3, 1)").find("expected two places") == 0);
}
