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

TEST_CASE("lists are compacted, replaced, turned and copied") {
  const std::string v = "RVec<int> v{3, 1, 1, 2}; ";
  CHECK(sample::values(
            v + "v.erase(std::remove_if(v.begin(), v.end(), [](int a) { return a > 2; }), v.end()); return v;") ==
        sample::values("RVec<int>{1, 1, 2}"));
  CHECK(sample::values(v + "v.erase(std::unique(v.begin(), v.end()), v.end()); return v;") ==
        sample::values("RVec<int>{3, 1, 2}"));
  CHECK(sample::values(v + "return std::remove(v.begin(), v.end(), 1) - v.begin();") == sample::values("2l"));
  CHECK(sample::values(v + "std::replace(v.begin(), v.end(), 1, 9); return v;") ==
        sample::values("RVec<int>{3, 9, 9, 2}"));
  CHECK(sample::values(v + "std::rotate(v.begin(), v.begin() + 1, v.end()); return v;") ==
        sample::values("RVec<int>{1, 1, 2, 3}"));
  CHECK(sample::values(v + "std::transform(v.begin(), v.end(), v.begin(), [](int a) { return a * 2; }); return v;") ==
        sample::values("RVec<int>{6, 2, 2, 4}"));
  CHECK(sample::values(v + "RVec<float> w(5, 7.f); std::copy(v.begin(), v.end(), w.begin()); return w;") ==
        sample::values("RVec<float>{3, 1, 1, 2, 7}"));
  CHECK(sample::values(v + "RVec<int> w{5}; std::copy_if(v.begin(), v.end(), std::back_inserter(w), "
                           "[](int a) { return a > 1; }); return w;") == sample::values("RVec<int>{5, 3, 2}"));
  CHECK(sample::values(v + "RVec<int> w(4); std::transform(v.begin(), v.end(), v.begin(), w.begin(), std::plus<>{}); "
                           "return w;") == sample::values("RVec<int>{6, 2, 2, 4}"));
  CHECK(sample::values("RVec<int> w; for (int k = 0; k < i; ++k) { RVec<int> u{k, k + 1}; "
                       "std::copy(u.begin(), u.end(), std::back_inserter(w)); } return w.size();") ==
        sample::values("std::size_t(i * 2)"));
}

TEST_CASE("lists in order are searched") {
  const std::string v = "std::vector<float> v{0, 20, 40, 40, 80}; ";
  CHECK(sample::values(v + "return std::lower_bound(v.begin(), v.end(), 40) - v.begin();") == sample::values("2l"));
  CHECK(sample::values(v + "return std::upper_bound(v.begin(), v.end(), 40) - v.begin();") == sample::values("4l"));
  CHECK(sample::values(v + "return std::binary_search(v.begin(), v.end(), 30);") == sample::values("false"));
  CHECK(sample::values(v + "return std::is_sorted(v.begin(), v.end());") == sample::values("true"));
  CHECK(sample::values("RVec<int> v{-3, 1, 3}; return std::max_element(v.begin(), v.end(), [](int a, int b) { "
                       "return std::abs(a) < std::abs(b); }) - v.begin();") == sample::values("0l"));
  CHECK(sample::values(
            "auto m = std::minmax_element(v.begin(), v.end()); return v.empty() ? 0 : *m.second - *m.first;") ==
        sample::values("v.empty() ? 0 : Max(v) - Min(v)"));
  CHECK(sample::values("RVec<int> v{3, 1, 3, 1}; auto m = std::minmax_element(v.begin(), v.end()); "
                       "return 10 * (m.first - v.begin()) + (m.second - v.begin());") == sample::values("12l"));
  CHECK(sample::values("RVec<int> v; auto m = std::minmax_element(v.begin(), v.end()); "
                       "return m.first == v.end() && m.second == v.end();") == sample::values("true"));
}

TEST_CASE("the characters of a string are changed in place") {
  const std::string s = "std::string s = \"ttbar\"; ";
  CHECK(sample::values(s + "for (auto &c : s) c = toupper(c); return s;") == sample::values("std::string(\"TTBAR\")"));
  CHECK(sample::values(s + "std::reverse(s.begin(), s.end()); return s;") == sample::values("std::string(\"rabtt\")"));
  CHECK(sample::values(s + "std::sort(s.begin(), s.end()); return s;") == sample::values("std::string(\"abrtt\")"));
  CHECK(sample::values(s + "s[0] = 'X'; *s.begin() += 1; return s;") == sample::values("std::string(\"Ytbar\")"));
  CHECK(sample::values(s + "return std::count(s.begin(), s.end(), 't');") == sample::values("2l"));
  CHECK(sample::values("std::string(std::string(\"abc\"), 1) + std::string(\"abc\", 1)") ==
        sample::values("std::string(\"bca\")"));
  CHECK(sample::values("std::string(\"\\x41\\102\")") == sample::values("std::string(\"AB\")"));
}

TEST_CASE("a mask chooses no elements to assign to") {
  CHECK(sample::error("auto w = v; w[v > 1] = 2; return w;").find("assigning to the elements that a mask chooses") ==
        0);
}

TEST_CASE("a part of a list is sorted and reversed") {
  const std::string list = "RVec<int> a{3, 1, 2, 0}; ";
  CHECK(sample::values(list + "std::sort(a.begin() + 1, a.end()); return a;") ==
        sample::values("RVec<int>{3, 0, 1, 2}"));
  CHECK(sample::values(list + "std::sort(a.begin(), a.begin() + 2); return a;") ==
        sample::values("RVec<int>{1, 3, 2, 0}"));
  CHECK(sample::values(list + "std::sort(a.rbegin(), a.rbegin() + 3); return a;") ==
        sample::values("RVec<int>{3, 2, 1, 0}"));
  CHECK(sample::values(list + "std::reverse(a.begin() + 1, a.end() - 1); return a;") ==
        sample::values("RVec<int>{3, 2, 1, 0}"));
  CHECK(sample::values("auto l = v; std::sort(l.begin(), l.begin() + l.size() / 2); return l;") == "[3,1,2] [] [4]");
  CHECK(sample::error("auto t = s; std::sort(t.begin() + 1, t.end()); return t;").find("sort of a part of a text") !=
        std::string::npos);
}

TEST_CASE("transform takes its second list from the place that is said") {
  CHECK(sample::values("RVec<int> a{1, 4, 9}, b(2); std::transform(a.begin(), a.end() - 1, a.begin() + 1, b.begin(), "
                       "[](int x, int y) { return y - x; }); return b;") == sample::values("RVec<int>{3, 5}"));
}

TEST_CASE("an inner product begins where its second range begins") {
  CHECK(sample::values("RVec<int> a{1, 2, 3}; return std::inner_product(a.begin() + 1, a.end(), a.begin(), 0);") ==
        "8 8 8");
  CHECK(sample::values("RVec<int> a{1, 2, 3}; return std::inner_product(a.begin(), a.end() - 1, a.begin() + 1, 0);") ==
        "8 8 8");
}
