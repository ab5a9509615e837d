#include "ramet/expr/internal/draw/draw_checker.hpp"

#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using draw_sample::error;
using draw_sample::rows;
using draw_sample::rows_of;

TEST_CASE("literals are numbers") {
  CHECK(rows("0x10:1.5e1:.5:1e3:true") == "16,15,0.5,1000,1 16,15,0.5,1000,1 16,15,0.5,1000,1");
  CHECK(error("1x").find("1x is no number that fits") == 0);
  CHECK(error("1e999").find("1e999 is no number that fits") == 0);
  CHECK(error("0xfffffffffffffffff").find("is no number that fits") != std::string::npos);
}

TEST_CASE("aliases stand for expressions") {
  CHECK(rows_of("a:b", {{"a", "v*2"}, {"b", "a+1"}}) == "6,7 2,3 4,5 8,9");
  CHECK(rows_of("x", {{"x", "x+1"}}) == "2.5 -1 5");  // inside of itself, the column
  CHECK(rows_of("a[1]", {{"a", "v"}}) == "1");
  CHECK(rows_of("a>45:v:w", {{"a", "w"}}) == "0,3,10 0,1,20 0,4,40 1,nan,50 1,nan,60");
  CHECK(rows_of("a>0:w", {{"a", "v"}}) == "1,10 1,20 1,40");  // arrays of aliases come last
  CHECK(rows_of("v>0:k:w:a>0", {{"a", "k"}}).substr(0, 17) == "1,2,10,1 1,0,20,0");
  CHECK(rows_of("a.fX", {{"a", "p"}}) == "0.5 1.5 2.5");
  CHECK(error("n", "", {}).empty());
  CHECK(error("a", "", {{"a", "1+"}}).find("expected a value, found the end\n  1+\n") == 0);
  CHECK(error("a", "", {{"a", "b"}, {"b", "a"}}).find("no column or alias a") == 0);
}

TEST_CASE("many aliases of aliases are checked once each") {
  std::vector<expr::Scope::Definition> aliases = {{"a0", "v+w"}};
  for (int k = 1; k < 40; ++k) aliases.push_back({fmt::format("a{}", k), fmt::format("a{}+a{}", k - 1, k - 1)});
  CHECK(rows_of("a39/549755813888", aliases) == "13 21 44 nan nan");
}

TEST_CASE("a cast in front of a column changes nothing, one in front of parentheses is that of C++") {
  CHECK(rows("(int)x") == "1.5 -2 4");
  CHECK(rows("(int)(x*1.1)") == "1 -2 4");
  CHECK(rows("(double)n/4") == "0.5 0 0.25");
}
