#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("strings and lists are views of their content") {
  CHECK(sample::values("v.size()") == "3 0 1");
  CHECK(sample::values("s.substr(1 * (s.size() > 0))") == "\"b\" \"\" \"yz\"");
}
