#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("a lambda sees variables as they are when it is called, or as they were") {
  CHECK(sample::values("float k = 2; auto f = [&](float a) { return a * k; }; k = 3; return f(x);") == "4.5 -6 12");
  CHECK(sample::values("float k = 2; auto f = [k](float a) { return a * k; }; k = 3; return f(x);") == "3 -4 8");
  CHECK(sample::values("float k = 2; auto f = [=](float a) { return a * k; }; k = 3; return f(x);") == "3 -4 8");
  CHECK(sample::values("auto f = [k = i + 1](int a) { return a * k; }; return f(10);") == "30 10 60");
}

TEST_CASE("a lambda changes what it captures by reference") {
  CHECK(sample::values("int c = 0; auto add = [&](int n) { c += n; }; add(1); add(i); return c;") == "3 1 6");
  CHECK(sample::values("int c = 0; auto add = [&c]() { ++c; return c; }; add(); return add() + 10 * c;") == "22 22 22");
  CHECK(sample::error("int c = 0; return Map(w, [&](int n) { c += n; return c; });")
            .find("c is changed by a lambda that is called for each element") == 0);
}

TEST_CASE("the type behind the arrow is that of the result") {
  CHECK(sample::type("[](float a) -> double { return a; }(x)") == "float64");
  CHECK(sample::type("Map(v, [](float a) -> int { return a; })") == "var * int32");
}
