#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("errors of entries that are not wanted do not happen") {
  CHECK(sample::values("i > 0 ? v[0] : -1.f") == "3 -1 4");
  CHECK(sample::values("i > 0 ? (v[0] > 3 ? v[0] : w[1] * 1.f) : 0.f") == "-2 0 4");
  CHECK(sample::values("Map(w, [&](int q) { return q > 2 ? v[q - 1] : 0.f; })") == "[0,0,2] [] [0]");
  CHECK(sample::values("Sum(Map(vv, [](auto& q) { return q.size() > 1 ? q[1] : -1.f; }))") == "1 0 -1");
}

TEST_CASE("values of outer points are taken along") {
  CHECK(sample::values("Map(v, [&](float q) { return q * x; })") == "[4.5,1.5,3] [] [16]");
  CHECK(sample::values("Map(vv, [&](auto& q) { return Sum(q * x); })") == "[4.5,4.5] [] [0]");
  CHECK(sample::values("v * Sum(v)") == "[18,6,12] [] [16]");
}
