#include "ramet/expr/internal/text/python/python_grammar.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/text/python/python_parser.hpp"

using namespace ramet;
using namespace ramet::expr;

namespace {

// Operators before their operands.
std::string shape(const Syntax& syntax) {
  if (syntax.children.empty()) return syntax.text.empty() ? "_" : syntax.text;
  std::string all = "(" + (syntax.text.empty() ? std::string("?") : syntax.text);
  for (const Syntax& child : syntax.children) all += " " + shape(child);
  return all + ")";
}

std::string parsed(std::string_view text) { return shape(parse_python(text)); }

std::string mistake(std::string_view text) {
  try {
    parse_python(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("operators bind as in Python") {
  CHECK(parsed("-a ** -b ** c") == "(- (** a (- (** b c))))");
  CHECK(parsed("a & b == c") == "(== (& a b) c)");
  CHECK(parsed("a | b ^ c & d << e + f * g") == "(| a (^ b (& c (<< d (+ e (* f g))))))");
  CHECK(parsed("not a or b and c") == "(or (not a) (and b c))");
  CHECK(parsed("a if b else c if d else e") == "(? b a (? d c e))");
  CHECK(parsed("a < b <= c") == "(< <= a b c)");
  CHECK(parsed("x[:, 1:]") == "(? x (? (? _ _ _) (? 1 _ _)))");
  CHECK(parsed("f(a, axis=-1,)") == "(? f a (axis (- 1)))");
}

TEST_CASE("mistakes have a place") {
  CHECK(mistake("a +") == "expected a value, found the end\n  a +\n     ^");
  CHECK(mistake("a && b").find("&& is C++; in Python it is 'and', or '&' between parentheses") == 0);
  CHECK(mistake("a b").find("expected an operator, found 'b'") == 0);
  CHECK(mistake("f(a").find("expected ')', found the end") == 0);
  CHECK(mistake("a > 0 & b < 2").find("& binds more strongly than comparisons: write (a < b) & (c < d)") == 0);
  CHECK(mistake("a in b").find("'in' is not supported") == 0);
  CHECK(mistake("lambda x: x").find("lambda is not supported") == 0);
  CHECK(mistake("[a for a in b]").find("expected ']'") == 0);
  CHECK(mistake("a, b").find("expected one expression") == 0);
  CHECK(mistake("x[]").find("expected an index") == 0);
}

TEST_CASE("deep and long texts are refused") {
  CHECK(mistake(std::string(1000, '(') + "a").find("nested more than 200 deep") == 0);
  CHECK(mistake(std::string(1000, '-') + "a").find("nested more than 200 deep") == 0);
  std::string chain = "a";
  for (int k = 0; k < 300; ++k) chain += " + a";
  CHECK(mistake(chain).find("more than 200 operators in a chain") == 0);
  std::string powers = "a";
  for (int k = 0; k < 300; ++k) powers += " ** a";
  CHECK(mistake(powers).find("nested more than 200 deep") == 0);
  std::string chains = "a";
  for (int k = 0; k < 50; ++k) {
    chains = "(" + chains + ")";
    for (int n = 0; n < 150; ++n) chains += "+a";
  }
  CHECK(mistake(chains).find("more than 400 operations on one another") == 0);
}
