#include "ramet/remote/internal/access/environment.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

TEST_CASE("environment: variables that are not set are empty, and the first text counts") {
  CHECK(environment_variable("RAMET_NO_SUCH_VARIABLE").empty());
  CHECK_FALSE(environment_variable("PATH").empty());
  CHECK(first_of({"", "b", "c"}) == "b");
  CHECK(first_of({"", ""}).empty());
}

TEST_CASE("environment: a file is there to be read, or not") {
  CHECK(is_readable("/proc/self/maps"));
  CHECK_FALSE(is_readable("/"));
  CHECK_FALSE(is_readable("/no/such/file"));
  CHECK_FALSE(is_readable(""));
}
