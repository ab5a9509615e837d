#include "ramet/expr/internal/formula/formula_grammar.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::expr;

namespace {

std::string spelled(const Syntax& syntax) {
  std::string all = syntax.text;
  if (syntax.children.empty()) return all;
  all += "(";
  for (const Syntax& child : syntax.children) all += (all.ends_with("(") ? "" : " ") + spelled(child);
  return all + ")";
}

std::string read(const std::string& text) { return spelled(parse_formula(text).syntax); }

}  // namespace

TEST_CASE("Operators bind as in C++, and powers most") {
  CHECK(read("1+2*x") == "+(1 *(2 x))");
  CHECK(read("-x^2") == "-((TMath::Sq x))");
  CHECK(read("x^y^3") == "(pow x (pow y 3))");
  CHECK(read("x<1||x>2&&x<3") == "||(<(x 1) &&(>(x 2) <(x 3)))");
  CHECK(read("x--1") == "-(x -(1))");
}

TEST_CASE("Parameters and variables are names") {
  CHECK(read("[0]*x[1]") == "*([p0] y)");
  CHECK(read("[ a b ]*x[7]") == "*([ab] x[7])");
  CHECK(parse_formula("x[7]").variables == 8);
  CHECK(variable_name(2) == "z");
}

TEST_CASE("Nodes stand where they are written") {
  const ParsedFormula parsed = parse_formula("1 + [#] * gaus");
  CHECK(parsed.syntax.children[1].children[0].begin == 4);
  CHECK(parsed.syntax.children[1].children[1].begin == 10);
  CHECK(parsed.syntax.children[1].children[1].children[0].children[0].end == 14);  // a part of the function's body
}

TEST_CASE("What is no formula is refused") {
  for (const std::string text : {"", "x*", "(x", "[", "[0", "x;y", "x=1", "x,y", "()", "#", "@", "f::", "gaus()",
                                 "x[a]", "x[1000]", "gaus(x,[2..0])", "gaus(x,[0..99999])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_formula(text), ramet::Error);
  }
}
