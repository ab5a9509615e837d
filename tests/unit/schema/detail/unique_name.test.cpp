#include "ramet/schema/detail/unique_name.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("unique name: a name that is taken gets marks, but not without end") {
  std::vector<std::string> taken;
  for (int member = 0; member < 51; ++member) taken.push_back(schema::unique_name(taken, "x"));
  CHECK(taken[0] == "x");
  CHECK(taken[2] == "x''");
  CHECK(schema::unique_name(taken, "y") == "y");
  CHECK_THROWS_WITH_AS(schema::unique_name(taken, "x"), "more than 50 members of one class are named 'x'", Error);
}
