#include <string>
#include <utility>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

TEST_CASE("functions have the types of C++") {
  CHECK(sample::type("sqrt(x)") == "float32");
  CHECK(sample::type("sqrt(i)") == "float64");
  CHECK(sample::type("TMath::Sin(x)") == "float64");
  CHECK(sample::type("TMath::Abs(c)") == "int32");
  CHECK(sample::type("abs(i)") == "int32");
  CHECK(sample::type("abs(w)") == "var * float64");
  CHECK(sample::type("pow(x, 2)") == "float64");
  CHECK(sample::type("pow(x, 2.f)") == "float32");
  CHECK(sample::type("isnan(x)") == "bool");
}

TEST_CASE("functions of numbers") {
  CHECK(sample::values("max(i, 3)") == "3 3 5");
  CHECK(sample::values("std::min({i, 4, 9})") == "2 0 4");
  CHECK(sample::values("std::clamp(i, 1, 3)") == "2 1 3");
  CHECK(sample::values("TMath::Range(1, 3, i)") == "2 1 3");
  CHECK(sample::values("hypot(3., 4.) + hypot(2., 3., 6.)") == "12 12 12");
  CHECK(sample::values("TMath::Odd(i)") == "false false true");
  CHECK(sample::values("std::numeric_limits<int>::max()") == "2147483647 2147483647 2147483647");
  CHECK(sample::values("TMath::Sign(x)") == "1 -1 1");
}

TEST_CASE("std::max of two types is refused as in C++, max takes the common one") {
  CHECK(sample::error("std::max(i, x)").find("std::max of int and float: say which, as std::max<float>") == 0);
  CHECK(sample::error("std::min({i, 4, 2.5})").find("std::min of int and double: say which") == 0);
  CHECK(sample::error("std::clamp(i, 0.5, 2.5)").find("std::clamp of int and double: say which") == 0);
  CHECK(sample::values("std::max<float>(i, x)") == sample::values("max(i, x)"));
  CHECK(sample::values("std::clamp<double>(i, 1, 3)") == "2 1 3");
}

TEST_CASE("of NaN and a number, TMath gives the second of the two, and std the first") {
  const std::string single = "std::numeric_limits<float>::quiet_NaN()", precise = "TMath::QuietNaN()";
  for (const auto& [number, nan] : {std::pair<std::string, std::string>{"x", single}, {"d", precise}})
    for (const std::string name : {"Max", "Min"}) {
      CAPTURE(number);
      CAPTURE(name);
      CHECK(sample::values(fmt::format("TMath::{}({}, {})", name, nan, number)) == sample::values(number));
      CHECK(sample::values(fmt::format("isnan(TMath::{}({}, {}))", name, number, nan)) == "true true true");
      const std::string of_std = name == "Max" ? "std::max" : "std::min";
      CHECK(sample::values(fmt::format("{}({}, {})", of_std, number, nan)) == sample::values(number));
      CHECK(sample::values(fmt::format("isnan({}({}, {}))", of_std, nan, number)) == "true true true");
    }
  CHECK(sample::type("TMath::Max(" + single + ", x)") == "float32");
  CHECK(sample::values("TMath::Max(x, 2.f)") == "2 2 4");
  CHECK(sample::values("TMath::Min(x, 2.f)") == "1.5 -2 2");
  CHECK(sample::values("TMath::Max(d, 0.5)") == "0.5 1 0.5");
  CHECK(sample::values("TMath::Min(d, 0.5)") == "0.25 0.5 -8");
  CHECK(sample::values("TMath::Max(i, 3)") == "3 3 5");
  CHECK(sample::values("TMath::Max(v, TMath::Min(1.f, v))") == sample::values("v"));
}

TEST_CASE("even and odd take real numbers as whole ones") {
  CHECK(sample::values("TMath::Even(2.5)") == "true true true");
  CHECK(sample::values("TMath::Odd(d)") == "false true false");
  CHECK(sample::values("TMath::Even(i)") == "true true false");
}

TEST_CASE("what is no number is a function of a text") {
  CHECK(sample::values("std::isnan(std::nan(\"\"))") == "true true true");
  CHECK(sample::values("x > 0 ? 1. : nan(\"1\")") == "1 nan 1");
  CHECK(sample::type("std::nanf(\"\")") == "float32");
  CHECK(sample::type("std::nan(\"\")") == "float64");
  CHECK(sample::error("nan(1)").find("nan takes a text") == 0);
}
