#include "ramet/expr/internal/check/functions/random.hpp"

#include "../../../samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/check/functions/functions.hpp"

using namespace ramet::expr;

TEST_CASE("Random functions are found by their names") {
  CHECK(find_random_function("normal") != nullptr);
  CHECK(find_random_function("random::normal") == find_random_function("normal"));
  CHECK(find_random_function("std::normal") == nullptr);
  CHECK(find_function("std::uniform") == nullptr);
  CHECK(find_function("random::beta") != nullptr);
  for (const FunctionEntry& function : random_functions()) {
    CAPTURE(function.name);
    CHECK(find_random_function(function.name) != nullptr);
    CHECK_FALSE(function.says.empty());
  }
}

TEST_CASE("Types of random numbers") {
  CHECK(sample::type("normal(i, 1)") == "float64");
  CHECK(sample::type("poisson(x)") == "int64");
  CHECK(sample::type("normal(v, 1)") == "var * float64");
  CHECK(sample::type("poisson_like(vv, 3)") == "var * var * int64");
  CHECK(sample::type("bootstrap(10)") == "var * int64");
  CHECK(sample::type("binomial(w, 0.5)") == "var * int64");
}

TEST_CASE("Wrong calls are refused") {
  CHECK(sample::error("uniform(1)").find("no limits or two") != std::string::npos);
  CHECK(sample::error("uniform_like(x)").find("uniform_like of float") == 0);
  CHECK(sample::error("normal(s, 1)").find("normal of a string") == 0);
  CHECK(sample::error("integer(2.5)").find("expected a whole number") != std::string::npos);
  CHECK(sample::error("poisson()").find("takes 1 argument, not 0") != std::string::npos);
  CHECK(sample::error("gRandom->Gauss()").find("no function") != std::string::npos);
}
