#include <string>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("sums of sequences, at once and up to each value") {
  CHECK(sample::values("std::reduce(w.begin(), w.end())") == "2 0 0");
  CHECK(sample::type("std::reduce(w.begin(), w.end(), 0.)") == "float64");
  CHECK(sample::values("std::reduce(w.begin(), w.end(), 1, std::multiplies<>())") == "-6 1 0");
  CHECK(sample::values("std::transform_reduce(w.begin(), w.end(), w.begin(), 1)") == "15 1 1");
  CHECK(sample::values("std::transform_reduce(w.begin(), w.end(), 0, std::plus<>(), [](int e) { return e * e; })") ==
        "14 0 0");
  CHECK(sample::values("auto l = w; std::partial_sum(l.begin(), l.end(), l.begin()); return l;") == "[1,-1,2] [] [0]");
  CHECK(sample::values("auto l = w; std::partial_sum(l.begin(), l.end(), l.begin(), std::multiplies<int>()); return "
                       "l;") == "[1,-2,-6] [] [0]");
  CHECK(sample::values("auto l = w; std::exclusive_scan(l.begin(), l.end(), l.begin(), 5); return l;") ==
        "[5,6,4] [] [5]");
  CHECK(sample::values("auto l = w; std::adjacent_difference(l.begin(), l.end(), l.begin()); return l;") ==
        "[1,-3,5] [] [0]");
}

TEST_CASE("sequences are compared, and their neighbours") {
  CHECK(sample::values("std::equal(w.begin(), w.end(), v.begin(), v.end())") == "false true false");
  CHECK(sample::values("std::equal(w.begin(), w.end(), w.begin())") == "true true true");
  CHECK(sample::values("RVec<int> a{1, 2}; return std::equal(a.begin(), a.end(), w.begin(), w.end());") ==
        sample::values("false"));
  CHECK(sample::values("std::equal(w.begin(), w.end(), w.begin(), [](int a, int b) { return a < b + 1; })") ==
        sample::values("true"));
  const std::string a = "RVec<int> a{3, 1, 1, 2}; ";
  CHECK(sample::values(a + "return std::adjacent_find(a.begin(), a.end()) - a.begin();") == sample::values("1l"));
  CHECK(sample::values(a + "return std::adjacent_find(a.begin(), a.end(), std::less<>()) - a.begin();") ==
        sample::values("2l"));
  CHECK(sample::values("std::adjacent_find(w.begin(), w.end()) == w.end()") == "true true true");
  CHECK(sample::values("std::find_if_not(w.begin(), w.end(), [](int e) { return e > 0; }) - w.begin()") == "1 0 0");
}

TEST_CASE("the least and the greatest together") {
  CHECK(sample::values("std::minmax(i, 3).first") == "2 0 3");
  CHECK(sample::values("auto [a, b] = std::minmax({i, 3, 1}); return b * 10 + a;") == "31 30 51");
  CHECK(sample::error("std::minmax(i, x).first").find("std::min of") == 0);
}

TEST_CASE("a variable is divided, and filled in part") {
  CHECK(sample::values("auto l = w; std::stable_partition(l.begin(), l.end(), [](int e) { return e < 0; }); return "
                       "l;") == "[-2,1,3] [] [0]");
  CHECK(sample::values("auto l = w; return std::partition(l.begin(), l.end(), [](int e) { return e < 0; }) - "
                       "l.begin();") == "1 0 0");
  CHECK(sample::values("std::vector<int> l(3); std::fill_n(l.begin() + 1, 2, i); return l;") ==
        "[0,2,2] [0,0,0] [0,5,5]");
  CHECK(sample::values("std::vector<int> l{7}; std::fill_n(std::back_inserter(l), i, 1); return l;") ==
        "[7,1,1] [7] [7,1,1,1,1,1]");
}
