#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("algorithms of the standard library over places") {
  CHECK(sample::values("std::accumulate(w.begin(), w.end(), 10)") == "12 10 10");
  CHECK(sample::type("std::accumulate(v.begin(), v.end(), 0.)") == "float64");
  CHECK(sample::values("std::accumulate(v.begin(), v.end(), 1, [](int a, float b) { return a * 2 + b; })") == "24 1 6");
  CHECK(sample::values("std::count(w.begin(), w.end(), 3)") == "1 0 0");
  CHECK(sample::values("std::count_if(w.begin(), w.end(), [](int e) { return e > 0; })") == "2 0 0");
  CHECK(sample::values("std::any_of(w.begin(), w.end(), [](int e) { return e < 0; })") == "true false false");
  CHECK(sample::values("std::none_of(w.begin(), w.end(), [](int e) { return e < 0; })") == "false true true");
  CHECK(sample::values("std::find(w.begin(), w.end(), 3) - w.begin()") == "2 0 1");
  CHECK(sample::values("w.empty() ? 0 : *std::max_element(w.begin(), w.end())") == "3 0 0");
  CHECK(sample::values("std::inner_product(w.begin(), w.end(), w.begin(), 0)") == "14 0 0");
}

TEST_CASE("algorithms that change a variable") {
  CHECK(sample::values("auto l = w; std::sort(l.begin(), l.end()); return l;") == "[-2,1,3] [] [0]");
  CHECK(sample::values("auto l = w; std::sort(l.begin(), l.end(), std::greater<int>()); return l;") ==
        "[3,1,-2] [] [0]");
  CHECK(sample::values("auto l = w; std::reverse(l.begin(), l.end()); return l;") == "[3,-2,1] [] [0]");
  CHECK(sample::values("auto l = w; std::iota(l.begin(), l.end(), 5); return l;") == "[5,6,7] [] [5]");
  CHECK(sample::values("int a = 1, b = i; std::swap(a, b); return a * 10 + b;") == "21 1 51");
  CHECK(sample::error("std::sort(w.begin(), w.end()); return 1;").find("only variables") == 0);
}
