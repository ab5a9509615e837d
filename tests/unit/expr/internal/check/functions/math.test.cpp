#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

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

TEST_CASE("even and odd take real numbers as whole ones") {
  CHECK(sample::values("TMath::Even(2.5)") == "true true true");
  CHECK(sample::values("TMath::Odd(d)") == "false true false");
  CHECK(sample::values("TMath::Even(i)") == "true true false");
}
