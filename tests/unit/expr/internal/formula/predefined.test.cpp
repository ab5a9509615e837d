#include "ramet/expr/internal/formula/predefined.hpp"

#include <doctest/doctest.h>

using namespace ramet::expr;

TEST_CASE("Predefined functions, of any degree and variable") {
  CHECK(predefined_function("gaus")->names == std::vector<std::string>{"Constant", "Mean", "Sigma"});
  CHECK(predefined_function("ygaus")->variables == "y");
  CHECK(predefined_function("pol12")->parameters == 13);
  CHECK(predefined_function("cheb10")->parameters == 11);
  CHECK_FALSE(predefined_function("pol"));
  CHECK_FALSE(predefined_function("pol51"));
  CHECK_FALSE(predefined_function("cheb11"));
  CHECK_FALSE(predefined_function("pol99999999999999999999"));
  CHECK_FALSE(predefined_function("yxygaus"));
  CHECK_FALSE(predefined_function(""));
}

TEST_CASE("Functions of arguments have defaults at their end") {
  CHECK(function_of_arguments("TMath::BreitWigner", 1)->body.find("[1]") == std::string::npos);
  CHECK(function_of_arguments("TMath::BreitWigner", 3)->parameters == 3);
  CHECK_FALSE(function_of_arguments("TMath::BreitWigner", 4));
  CHECK_FALSE(function_of_arguments("TMath::BreitWigner", 0));
  CHECK(function_of_arguments("ROOT::Math::Chebyshev3", 5)->parameters == 5);
  CHECK_FALSE(function_of_arguments("ROOT::Math::Chebyshev3", 4));
}

TEST_CASE("Constants") {
  CHECK(*formula_constant("pi") == 3.141592653589793);
  CHECK_FALSE(formula_constant("x"));
}
