#include "ramet/expr/internal/draw/draw_grammar.hpp"

#include <string>

#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using draw_sample::error;
using draw_sample::rows;

namespace {

// What a text without columns is, once for each of three entries.
std::string value(const std::string& text) {
  const std::string all = rows(text);
  return all.substr(0, all.find(' '));
}

}  // namespace

TEST_CASE("expressions are divided at colons that are neither of a choice nor of a namespace") {
  CHECK(rows("n:x>0?TMath::Abs(x):-1:big") == "2,1.5,1 0,-1,2 1,4,3");
  CHECK(expr::parse_draw_expressions("a:b ? c : d:e::f").size() == 3);
}

TEST_CASE("operators are as strong as TFormula has them") {
  CHECK(value("2^3^2") == "64");  // from the left
  CHECK(value("-2^2") == "-4");
  CHECK(value("2^-1^2") == "0.25");
  CHECK(value("2**3") == "8");
  CHECK(value("7%4*2") == "7");  // % is weaker than *
  CHECK(value("1+7%4") == "4");
  CHECK(value("1-4<<1") == "-7");  // shifts are stronger than sums
  CHECK(value("1<<2<<1") == "16");
  CHECK(value("1<<1*3") == "8");
  CHECK(value("10-2-3") == "5");
  CHECK(value("1e308*10/10") == "1e+308");  // 10/10 comes first
  CHECK(value("1e308*10*0.1") == "1e+308");
  CHECK(value("1e308+1e308-1e308") == "1e+308");
  CHECK(value("8/2*2") == "8");
  CHECK(value("8/2/2") == "2");
  CHECK(value("5--3") == "8");
  CHECK(value("1<2<3") == "0");
  CHECK(value("2==2<3") == "1");
  CHECK(value("3<2==0") == "0");
  CHECK(value("5>=3>2") == "0");
  CHECK(value("5&6==6") == "1");
  CHECK(value("5|3&4") == "5");
  CHECK(value("0||1&&0") == "0");
  CHECK(value("!0+1") == "2");
  CHECK(value("0?1:0?2:3") == "3");
  CHECK(value("1>0?2:3+1") == "2");
}

TEST_CASE("texts that are no expressions are refused with their place") {
  CHECK(error("n+*2") == "expected a value, found '*'\n  n+*2\n    ^");
  CHECK(error("n 2") == "expected an operator, found '2'\n  n 2\n    ^");
  CHECK(error("(n").find("expected ')', found the end") == 0);
  CHECK(error("s=='ab'").find("strings stand in double quotes") == 0);
  CHECK(error("--n").find("no variable is counted here") == 0);
  CHECK(error("n:").find("expected a value, found the end") == 0);
  CHECK(error("v[0").find("expected ']', found the end") == 0);
  CHECK(error("").find("expected a value, found the end") == 0);
}

TEST_CASE("nesting and chains are bounded") {
  CHECK(error(std::string(100'000, '(') + "n").find("nested more than 200 deep") == 0);
  CHECK(error(std::string(100'000, '-') + "n").find("no variable is counted here") == 0);
  CHECK(error(std::string(100'000, '!') + "n").find("nested more than 200 deep") == 0);
  std::string sum = "n";
  for (int k = 0; k < 1000; ++k) sum += "+n";
  CHECK(error(sum).find("more than 200 operators in a chain") == 0);
  std::string comparison = "n";
  for (int k = 0; k < 1000; ++k) comparison += "<n";
  CHECK(error(comparison).find("nested more than 200 deep") == 0);
  CHECK(rows(std::string(50, '(') + "n" + std::string(50, ')')) == "2 0 1");
}
