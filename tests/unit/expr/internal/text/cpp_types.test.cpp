#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("types are read in all their spellings") {
  CHECK(sample::values("(unsigned int)i + 0") == "2 0 5");
  CHECK(sample::values("(unsigned long long) 1 + i") == "3 1 6");
  CHECK(sample::values("std::vector<std::vector<float>>{v}.size()") == "1 1 1");
  CHECK(sample::values("const auto& q = v; return q.size();") == "3 0 1");
}
