#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

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

TEST_CASE("a lambda that changes a parameter that is a reference is refused") {
  CHECK(sample::error("auto f = [](float &a) { a += 1; }; float q = 1; f(q); return q;")
            .find("changes its parameter a") != std::string::npos);
  CHECK(sample::error("auto f = [](RVecF &a) { for (auto it = a.begin(); it != a.end(); ++it) *it *= 2; };"
                      " auto q = v; f(q); return Sum(q);")
            .find("changes its parameter a") != std::string::npos);
  CHECK(
      sample::values("auto f = [](RVecF a) { for (auto it = a.begin(); it != a.end(); ++it) *it *= 2; return Sum(a); };"
                     " return f(v) == 2 * Sum(v);") == "true true true");
  CHECK(sample::values("auto f = [](float &a) { return a + 1; }; float q = 1; return f(q);") == "2 2 2");
  CHECK(sample::values("auto f = [](float a) { a += 1; return a; }; float q = 1; return q + f(q);") == "3 3 3");
}

TEST_CASE("the type behind the arrow is that of the result") {
  CHECK(sample::type("[](float a) -> double { return a; }(x)") == "float64");
  CHECK(sample::type("Map(v, [](float a) -> int { return a; })") == "var * int32");
}

TEST_CASE("a lambda for elements uses what changes around it") {
  CHECK(sample::values("Map(v, [&](float e) { return Sum(Map(w, [&](int q) { return q * e; })); })") ==
        "[6,2,4] [] [0]");
  CHECK(sample::values("Map(v, [&](float e) { return Sum(Filter(w, [&](int q) { return q > e; })); })") ==
        "[0,3,3] [] [0]");
  CHECK(sample::values("int k = 0; for (int j = 0; j < 3; ++j) k += Sum(Map(w, [&](int q) { return q * j; })); return "
                       "k;") == "6 0 0");
  CHECK(sample::values("int k = 0; for (int j = 0; j < 3; ++j) { auto f = [&](int q) { return q > j; };"
                       "  k += Sum(Filter(w, [&](int q) { return f(q); })); } return k;") == "10 0 0");
  CHECK(sample::values("int k = 0; for (int j = 0; j < 3; ++j) k += std::count_if(w.begin(), w.end(), [&](int q) { "
                       "return q > j; }); return k;") == "4 0 0");
  CHECK(sample::values(
            "int k = 0; for (int j = -1; j < 2; ++j)"
            "  if (w.size() > 0) k = 10 * k + Sort(w, [&](int a, int b) { return a * j < b * j; })[0]; return k;") ==
        "308 0 0");
}

TEST_CASE("parameters have values of their own, captures are there") {
  CHECK(sample::values("auto f = [](float a, float b = 2) { return a * b; }; return f(x) + f(x, 1);") ==
        sample::values("x * 3"));
  CHECK(sample::error("auto f = [](float a, float b = 2) { return a * b; }; return f();")
            .find("a lambda of 2 parameters is called with 0") == 0);
  CHECK(sample::error("return [nosuch](float a) { return a; }(x);").find("no column or variable nosuch") == 0);
  CHECK(sample::error("int k = 1; auto f = [k]() mutable { return ++k; }; return f();")
            .find("a lambda that changes what it keeps is not supported") == 0);
}

TEST_CASE("functions that have a name are called as lambdas are") {
  CHECK(sample::values("std::string t = s; std::transform(t.begin(), t.end(), t.begin(), ::toupper); return t;") ==
        "\"AB\" \"\" \"XYZ\"");
  CHECK(sample::values("std::string t = s; std::transform(t.begin(), t.end(), t.begin(), (int (*)(int)) std::toupper); "
                       "return t;") == "\"AB\" \"\" \"XYZ\"");
  CHECK(
      sample::values("auto l = w; std::transform(l.begin(), l.end(), l.begin(), static_cast<int (*)(int)>(&std::abs)); "
                     "return l;") == "[1,2,3] [] [0]");
}

TEST_CASE("each return is converted to the type that is written") {
  const auto with = [](std::string_view type, std::string_view body, std::string_view used) {
    return fmt::format("auto f = [](int n) -> {} {{ {} }}; return {};", type, body, used);
  };
  const auto same = [&](const std::string& text, const std::string& other) {
    CHECK(sample::values(text) == sample::values(other));
  };
  const std::string_view pair = "std::pair<int, float>";
  same(with(pair, "if (n < 2) return {-1, -2}; return {n, 2};", "f(1).first + f(3).second"), "1.f");
  same(with(pair, "if (n < 2) return {-1, -2}; return std::make_pair(n, 2.5);", "f(1).second + f(3).second"), "0.5f");
  same(with(pair, "for (int k = 0; k < n; ++k) if (k == 2) return {k, 7}; return {};", "f(5).second - f(1).first"),
       "7.f");
  same(with("std::tuple<int, int>", "if (n < 2) return {1, 2}; else return {3, 4};", "std::get<1>(f(5))"), "4");
  same(with("std::array<float, 2>", "if (n < 2) return {1, 2}; return {3, 4};", "f(1)[0] + f(2)[1]"), "5.f");
  same(with("ROOT::Math::PxPyPzEVector", "if (n < 2) return {}; return {3, 4, 0, 9};", "f(3).Pt() + f(1).E()"), "5.");
  same(with("RVec<ROOT::Math::XYZVector>", "if (n < 2) return {}; return {{1, 2, 3}, {4, 5, 6}};", "f(2)[1].Z()"),
       "6.");
  same(with("double", "if (n < 2) return 16777217; return 0.5f;", "f(1)"), "16777217.");
  CHECK(sample::error(with("int", "if (n < 2) return {1, 2}; return 3;", "f(1)")).find("2 values for int") == 0);
}
