#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("strings and numbers") {
  CHECK(sample::values("std::to_string(i)") == "\"2\" \"0\" \"5\"");
  CHECK(sample::values("std::to_string(x)") == "\"1.500000\" \"-2.000000\" \"4.000000\"");
  CHECK(sample::values("std::stoi(std::to_string(i)) + 1") == "3 1 6");
  CHECK(sample::values("strstr(s, \"y\")") == "false false true");
}

TEST_CASE("what is no number is named") {
  CHECK(sample::error("std::stoi(s)").find("entry 0: \"ab\" is not a number") == 0);
}
