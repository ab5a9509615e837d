#include "ramet/expr/internal/check/functions/functions.hpp"

#include <algorithm>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("functions are found with and without their namespaces") {
  CHECK(expr::find_function("sqrt") == expr::find_function("std::sqrt"));
  CHECK(expr::find_function("ROOT::VecOps::Sum") == expr::find_function("Sum"));
  CHECK(expr::find_function("TMath::Sin") != expr::find_function("sin"));
  CHECK(expr::find_function("nothing") == nullptr);
}

TEST_CASE("no function has two entries") {
  const auto names = expr::function_names();
  for (const std::string_view name : names) {
    CAPTURE(name);
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
}

TEST_CASE("constants have their values") {
  CHECK(sample::values("M_PI") == "3.141592653589793 3.141592653589793 3.141592653589793");
  CHECK(sample::type("std::string::npos") == "uint64");
}
