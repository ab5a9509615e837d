#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("operators bind as in C++") {
  CHECK(sample::values("1 + 2 * 3 - 4 / 3") == "6 6 6");
  CHECK(sample::values("1 | 2 ^ 3 & 4") == "3 3 3");
  CHECK(sample::values("1 < 2 == true") == "true true true");
  CHECK(sample::values("true || false && false") == "true true true");
  CHECK(sample::values("- 2 + 5") == "3 3 3");
  CHECK(sample::values("i > 1 ? 1 : i == 0 ? 2 : 3") == "1 2 1");
  CHECK(sample::values("7 - -i") == "9 7 12");
}

TEST_CASE("what is no expression is refused with its place") {
  CHECK(sample::error("1 +") == "expected a value, found the end\n  1 +\n     ^");
  CHECK(sample::error("(x").find("expected ')', found the end") == 0);
  CHECK(sample::error("x x").find("expected an operator or the end, found 'x'") == 0);
  CHECK(sample::error("").find("an empty expression") == 0);
}

TEST_CASE("deep and long texts are refused in time") {
  CHECK(sample::error(std::string(100000, '(')).find("nested more than 200 deep") == 0);
  CHECK(sample::error(std::string(100000, '-') + "x").find("nested more than 200 deep") == 0);
  std::string chain = "x";
  for (int k = 0; k < 1000; ++k) chain += "+x";
  CHECK(sample::error(chain).find("more than 200 operators in a chain") == 0);
}

TEST_CASE("commas give the last value, and do what stands before them") {
  CHECK(sample::values("(x, i)") == sample::values("i"));
  CHECK(sample::values("int a = 0; int b = (a++, a + 1); return a * 10 + b;") == "12 12 12");
  CHECK(sample::values("int a = 1, b = 2; a = b, b = 5; return a * 10 + b;") == "25 25 25");
  CHECK(sample::values("int a, b; for (a = 0, b = 9; a < b; ++a, --b) {} return a * 10 + b;") == "54 54 54");
  CHECK(sample::values("int a = 0; while (++a, a < 4) {} return a;") == "4 4 4");
}

TEST_CASE("the sizes of types, numbers and arrays") {
  CHECK(sample::values("sizeof(float) + sizeof(x) + sizeof(d)") == "16 16 16");
  CHECK(sample::values("double a[] = {1, 2, 3}; return sizeof(a) / sizeof(a[0]);") == "3 3 3");
  CHECK(sample::values("sizeof(i + d)") == "8 8 8");
  CHECK(sample::error("sizeof(v)").find("sizeof is for numbers, not RVec<float>; v.size() counts elements") == 0);
  CHECK(sample::error("sizeof(TLorentzVector)").find("sizeof is for types of numbers") == 0);
}

TEST_CASE("arrays of C and addresses of elements are places") {
  CHECK(sample::values("double a[3] = {3, 1, 2}; std::sort(a, a + 3); return a[0] * 100 + a[1] * 10 + a[2];") ==
        "123 123 123");
  CHECK(sample::values("double a[3] = {3, 1, 2}; return *std::max_element(a, a + 3) + *a;") == "6 6 6");
  CHECK(sample::values("int a[3] = {3, 1, 2}; return std::accumulate(a + 1, a + 3, i);") == "5 3 8");
  CHECK(sample::values("int a[2] = {}; std::copy(w.begin(), w.begin() + w.size() / 2, a); return a[0];") == "1 0 0");
  CHECK(sample::values("int a[2] = {1, 2}; return a[1] + 3;") == "5 5 5");
  CHECK(sample::values("int a[2] = {1, 2}; auto p = a; return p[1] + *(p + 1);") == "4 4 4");
  CHECK(sample::values("auto f = [] { int v[2] = {1, 2}; return v[0]; }; return v + f();") == "[4,2,3] [] [5]");
  CHECK(sample::values("auto f = [](float v) { return v + 1; }; int v[1] = {1}; return f(v[0]);") == "2 2 2");
  CHECK(sample::values("std::vector<float>(&v[0], &v[0] + v.size())") == "[3,1,2] [] [4]");
  CHECK(sample::values("std::accumulate(&w[0], &w[0] + w.size(), 0)") == "2 0 0");
  CHECK(sample::values("auto l = RVec<int>{5, 6, 7}; return RVec<int>(&l[1], 2);") ==
        sample::values("RVec<int>{6, 7}"));
  CHECK(sample::values("TMath::Mean(v.size(), &v[0])") == sample::values("TMath::Mean(v.size(), v.data())"));
  CHECK(sample::values("std::accumulate(w.data(), w.data() + w.size(), 0)") == "2 0 0");
  CHECK(sample::values("RVec<float>(v.data(), v.size())") == "[3,1,2] [] [4]");
  CHECK(sample::error("&x").find("pointers are not supported") == 0);
  CHECK(sample::error("auto p = &v[0]; p[0] = 2; return *p;").find("assigning to a part of a place in a list") == 0);
}

TEST_CASE("std::begin and its like are methods") {
  CHECK(sample::values("std::accumulate(std::begin(w), std::end(w), 0)") == "2 0 0");
  CHECK(sample::values("double a[3] = {3, 1, 2}; std::sort(std::begin(a), std::end(a)); return a[2];") == "3 3 3");
  CHECK(sample::values("auto l = v; std::sort(std::rbegin(l), std::rend(l)); return l;") == "[3,2,1] [] [4]");
  CHECK(sample::values("std::end(s) - std::begin(s)") == "2 0 3");
  CHECK(sample::values("v.empty() ? 0 : std::data(v)[0]") == "3 0 4");
}
