#include "ramet/expr/internal/formula/term.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/formula.hpp"

using namespace ramet::expr;

namespace {

std::string written(const std::string& text) { return text_of(term_of(parse_formula(text))); }

}  // namespace

TEST_CASE("term: a formula is written as it means") {
  CHECK(written("a1") == "a1");
  CHECK(written("[a]+[b]*x") == "[a]+[b]*x");
  CHECK(written("([a]+[b])*x") == "([a]+[b])*x");
  CHECK(written("1-(2-x)") == "1-(2-x)");
  CHECK(written("1-2-x") == "1-2-x");
  CHECK(written("-x^2") == "-TMath::Sq(x)");
  CHECK(written("(x+1)%2") == "(x+1)%2");
  CHECK(written("x>1 && !(x<2) ? 1 : x==3 ? 4 : 5") == "(x>1)&&!(x<2) ? 1 : (x==3 ? 4 : 5)");
  CHECK(written("int(x)/2") == "int(x)/2");
  CHECK(written("expo(0)") == "exp([Constant]+[Slope]*x)");
  CHECK(written("2*expo(0)") == "2*exp([p0]+[p1]*x)");
}

TEST_CASE("term: what is written has the same values") {
  for (const std::string text : {"gaus(0)+pol3(3)", "crystalball", "x^2^1.5/(1+exp(-x))", "x>1 ? 2*x : -x", "7/2*x",
                                 "cheb4(0)", "1.5--x", "landau(0)"}) {
    CAPTURE(text);
    const Formula first = Formula::compile(text), second = Formula::compile(written(text));
    REQUIRE(first.parameters().size() == second.parameters().size());
    std::vector<double> parameters;
    for (std::size_t k = 0; k < first.parameters().size(); ++k)
      parameters.push_back(0.7 + 0.3 * static_cast<double>(k));
    const std::vector<double> x{0.3, 1.1, 2.7};
    const std::vector<std::span<const double>> points{x};
    std::vector<double> one(3), other(3);
    first.evaluate(points, parameters, one);
    std::vector<double> ordered;
    for (const std::string& name : second.parameters()) ordered.push_back(parameters[first.parameter(name).value()]);
    second.evaluate(points, ordered, other);
    for (std::size_t k = 0; k < 3; ++k) CHECK(other[k] == doctest::Approx(one[k]).epsilon(1e-14));
  }
}

TEST_CASE("term: terms leave out what changes nothing") {
  const TermPointer x = term_of(parse_formula("x"));
  CHECK(text_of(number(0) + x) == "x");
  CHECK(text_of(x * number(1)) == "x");
  CHECK(text_of(x * number(0)) == "0.");
  CHECK(text_of(-(-x)) == "x");
  CHECK(text_of(x - (-x)) == "x+x");
  CHECK(text_of(number(3) / number(2)) == "3./2.");
  CHECK(text_of(choose(less(x, number(1)), number(2), x)) == "x<1. ? 2. : x");
  CHECK(text_of(call("exp", {x, number(2)})) == "exp(x,2.)");
}

TEST_CASE("term: a text that would be too long is refused") {
  TermPointer twice = term_of(parse_formula("x"));
  for (int k = 0; k < 40; ++k) twice = twice + twice;
  CHECK_THROWS_AS(text_of(twice), ramet::Error);
}
