#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("places in lists move, and are compared") {
  CHECK(sample::values("v.end() - v.begin()") == "3 0 1");
  CHECK(sample::values("v.begin() == v.end()") == "false true false");
  CHECK(sample::values("int n = 0; for (auto p = w.begin(); p != w.end(); ++p) n += *p; return n;") == "2 0 0");
  CHECK(sample::values("RVec<float>(v.begin(), v.end())") == "[3,1,2] [] [4]");
  CHECK(sample::values("v.size() > 1 ? RVec<float>(v.begin() + 1, v.end()) : RVec<float>()") == "[1,2] [] []");
  CHECK(sample::values("s.empty() ? s : std::string(s.begin(), s.end() - 1)") == "\"a\" \"\" \"xy\"");
}

TEST_CASE("lists are gone through from the end") {
  CHECK(sample::values("RVec<float>(v.rbegin(), v.rend())") == "[2,1,3] [] [4]");
  CHECK(sample::values("v.empty() ? -1 : *v.rbegin()") == "2 -1 4");
  CHECK(sample::values("auto l = v; std::sort(l.rbegin(), l.rend()); return l;") == "[3,2,1] [] [4]");
  CHECK(sample::values("std::find(w.rbegin(), w.rend(), 1) - w.rbegin()") == "2 0 1");
  CHECK(sample::values("std::is_sorted(w.crbegin(), w.crend())") == "false true true");
  CHECK(sample::error("std::string(s.rbegin(), s.rend())").find("rbegin of a string") == 0);
  CHECK(sample::error("auto l = w; l.erase(l.rbegin()); return l;").find("erase takes a place in the list") == 0);
  CHECK(sample::error("auto l = w; std::remove(l.rbegin(), l.rend(), 1); return l;").find("remove from the end") !=
        std::string::npos);
}

TEST_CASE("places of different lists do not go together") {
  CHECK(sample::error("v.begin() == w.begin()").find("places in different lists") == 0);
  CHECK(sample::error("v.begin() * 2").find("a place in a list * int") == 0);
  CHECK(sample::error("*v.begin()").find("entry 1: index 0 of a list of 0 values") == 0);
}
