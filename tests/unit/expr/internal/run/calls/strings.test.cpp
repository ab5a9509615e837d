#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("strings are joined, cut and searched") {
  CHECK(sample::values("s + s") == "\"abab\" \"\" \"xyzxyz\"");
  CHECK(sample::values("s == \"ab\" ? s : s + \"?\"") == "\"ab\" \"?\" \"xyz?\"");
  CHECK(sample::values("s.rfind(\"b\")") == "1 18446744073709551615 18446744073709551615");
  CHECK(sample::values("s.empty()") == "false true false");
}

TEST_CASE("places outside of a string are named") {
  CHECK(sample::error("s[1]").find("entry 1: character 1 of a string of 0") == 0);
  CHECK(sample::error("s.substr(5)").find("entry 0: a substring at 5 of a string of 2") == 0);
}
