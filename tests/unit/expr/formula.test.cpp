#include "ramet/expr/formula.hpp"

#include <array>
#include <thread>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using expr::Formula;

namespace {

double value(const std::string& text, const std::vector<double>& point = {1.3}, std::vector<double> parameters = {}) {
  const Formula formula = Formula::compile(text);
  std::vector<std::span<const double>> columns;
  for (std::size_t k = 0; k < formula.variables(); ++k) columns.emplace_back(&point.at(k), 1);
  double found = 0;
  formula.evaluate(columns, parameters, {&found, 1});
  return found;
}

std::string names(const std::string& text) {
  const Formula formula = Formula::compile(text);
  std::string all;
  for (const std::string& name : formula.parameters()) all += (all.empty() ? "" : " ") + name;
  return all;
}

std::string error(const std::string& text) {
  try {
    value(text, {1, 1, 1, 1}, std::vector<double>(names(text).empty() ? 0 : 3, 1.));
  } catch (const Error& found) {
    return found.what();
  }
  return {};
}

}  // namespace

TEST_CASE("Parameters are ordered by number, then by name") {
  CHECK(names("[b]*x+[a]") == "a b");
  CHECK(names("[2]*x") == "p0 p1 p2");
  CHECK(names("[p10]+[p2]*x") == "p2 p10");
  CHECK(names("[A]+[0]*x") == "p0 A");
  CHECK(names("[_a]*x+[B]+[p1a]") == "B _a p1a");
  CHECK(names("[#alpha]*x + [m_{0}]") == "#alpha m_{0}");
  CHECK(names("gaus") == "Constant Mean Sigma");
  CHECK(names("gaus(3)") == "Constant Mean Sigma p3 p4 p5");
  CHECK(names("gaus(0)+pol2(3)") == "p0 p1 p2 p3 p4 p5");
  CHECK(names("gaus([A],[m],[s])") == "A m s");
  CHECK(names("gaus(x,[3..5])") == "p0 p1 p2 p3 p4 p5");
  CHECK(names("crystalball") == "Constant Mean Sigma Alpha N");
  CHECK(Formula::compile("[A]+[B]").parameter("B") == 1);
  CHECK_FALSE(Formula::compile("[A]+[B]").parameter("C"));
}

TEST_CASE("Powers bind more than signs, from the right") {
  CHECK(value("-x^2", {3}) == -9);
  CHECK(value("2^3^2") == 512);
  CHECK(value("x^-1", {4}) == 0.25);
  CHECK(value("x**2*3", {2}) == 12);
  CHECK(value("(x+1)^(y+2)", {1, 1}) == 8);
  CHECK(value("x--1", {1}) == 2);
}

TEST_CASE("Whole numbers are divided as in C++") {
  CHECK(value("1/2*x") == 0);
  CHECK(value("x*1/2", {3}) == 1.5);
  CHECK(value("int(x)/2", {5}) == 2);
}

TEST_CASE("Conditions are factors") {
  CHECK(value("(x>1)*x", {3}) == 3);
  CHECK(value("(x>1)*x", {1}) == 0);
  CHECK(value("x>1 && x<2 || x==5", {5}) == 1);
  CHECK(value("x>1 ? (x<2 ? 1 : 2) : 3", {1.5}) == 1);
  CHECK(value("!(x>1)", {3}) == 0);
}

TEST_CASE("Variables") {
  CHECK(value("x+10*y+100*z+1000*t", {1, 2, 3, 4}) == 4321);
  CHECK(value("x[0]+10*x[1]+x[5]", {1, 2, 3, 4, 5, 6}) == 27);
  CHECK(Formula::compile("[0]").variables() == 1);
  CHECK(Formula::compile("z").variables() == 3);
  CHECK(Formula::compile("ygaus").variables() == 2);
}

TEST_CASE("Predefined functions are values of their own") {
  CHECK(value("pol2", {2}, {1, 2, 3}) == 17);
  CHECK(value("pol1(1)*[0]", {2}, {10, 1, 2}) == 50);
  CHECK(value("1/pol1", {2}, {1, 2}) == 0.2);
  CHECK(value("cheb3", {0.5}, {1, 2, 3, 4}) == doctest::Approx(1 + 1 - 1.5 - 4));
  CHECK(value("gaus(x-[3],[0..2])", {3}, {2, 1, 5, 2}) == 2);
  CHECK(value("expo(-x,[1],[0])", {2}, {1, 2}) == doctest::Approx(1));
  CHECK(value("xyexpo(y,x,[0],[1],[2])", {1, 2}, {0, 1, -1}) == doctest::Approx(std::exp(1)));
  CHECK(value("pol50", {1}, std::vector<double>(51, 1)) == 51);
}

TEST_CASE("Predefined functions take their variables before all parameters, or none") {
  for (const auto& [text, message] : {
           std::pair{"gausn(x,[m],[s])", "gausn takes 3 parameters behind its variables, not 2\n  gausn(x,[m],[s])\n"},
           std::pair{"gaus(x,2,1)", "gaus takes 3 parameters behind its variables, not 2\n  gaus(x,2,1)\n"},
           std::pair{"2+pol1(x,[a])", "pol1 takes 2 parameters behind its variables, not 1\n  2+pol1(x,[a])\n    ^"},
           std::pair{"gaus([A],2*x,1)", "gaus takes 3 parameters behind its variables, not 2\n"},
           std::pair{"xyexpo(x,y,[a])", "xyexpo takes 3 parameters behind its variables, not 1\n"},
       }) {
    CAPTURE(text);
    CHECK(error(text).find(message) == 0);
  }
  CHECK(names("gaus(x,[a],[m],[s])") == "a m s");
  CHECK(names("gaus([a],[m],[s])") == "a m s");
  CHECK(value("gaus(x,[a],[m],[s])", {3}, {2, 3, 1}) == 2);
  CHECK(value("gaus([a],[m],[s])", {3}, {2, 3, 1}) == 2);
  CHECK(value("gaus([x],2,1)", {2}, {5}) == 5);  // a parameter of a variable's name
}

TEST_CASE("Unknown functions have the predefined ones in their hints, and a function of ROOT is there") {
  CHECK(error("gauss(x,[a],[m],[s])").find("no function gauss; did you mean gaus?") == 0);
  CHECK(error("gauss").find("no column or variable gauss; did you mean gaus?") == 0);
  CHECK(error("expoo(x,[a],[b])").find("no function expoo; did you mean expo?") == 0);
  // as by ROOT; parameters are in the order of their names: A, m, s
  CHECK(value("[A]*ROOT::Math::landau_pdf(x,[s],[m])", {1.3}, {3, 0.5, 2}) == doctest::Approx(0.2530558728117422));
  CHECK(value("ROOT::Math::landau_pdf(x,[s])", {1.3}, {0.}) == 0);
}

TEST_CASE("Mistakes have their place in the text") {
  CHECK(error("[A]*foo(x)") == "no function foo\n  [A]*foo(x)\n      ^~~");
  CHECK(error("[#a]*(x").find("[#a]*(x\n") != std::string::npos);
  CHECK(error("[]*x").find("without a name") != std::string::npos);
  CHECK(error("gaus(x)").find("gaus takes 3 parameters, or 1 variables and these, not 1 arguments") == 0);
  CHECK(error("x % 2").find("x % 2") != std::string::npos);
  CHECK(error("\"x\"").find("expected a value") == 0);
  CHECK(error("x x").find("expected an operator") == 0);
  CHECK(error("normal(x, 1)").find("random numbers in a formula") == 0);
  CHECK(error("[100000]*x").find("no number below 1000") != std::string::npos);
  CHECK(error("x/(1/0)").find("a division by zero") != std::string::npos);
}

TEST_CASE("Points have no entries") {
  const std::string message = "a formula is computed at points, which have no entries and slots\n  ";
  CHECK(error("x-rdfentry_") == message + "x-rdfentry_\n    ^~~~~~~~~");
  CHECK(error("x ? tdfentry_ : 1").find(message) == 0);
  CHECK(error("rdfslot_+x").find(message) == 0);
}

TEST_CASE("Long texts are refused, not computed for ever") {
  std::string nested = "x", wide = "gaus";
  for (int k = 0; k < 300; ++k) nested = "gaus(" + nested + ",[0..2])";
  CHECK(error(nested).find("nested more than 200 deep") != std::string::npos);
  for (int k = 0; k < 30; ++k) wide = "(" + wide + ")" + "+gaus";
  CHECK(error(wide).empty());
  std::string many = "0";
  for (int k = 0; k < 100; ++k) {
    many += "+(0";
    for (int n = 0; n < 100; ++n) many += "+pol50";
    many += ")";
  }
  CHECK(error(many).find("too many predefined functions") != std::string::npos);
}

TEST_CASE("An evaluator keeps its memory, for any numbers of points") {
  const Formula formula = Formula::compile("[0]*x + [1]");
  expr::FormulaEvaluator evaluator(formula);
  for (const std::size_t count : {0, 1, 4096, 10'000}) {
    std::vector<double> x(count), found(count);
    for (std::size_t k = 0; k < count; ++k) x[k] = static_cast<double>(k);
    const std::array<std::span<const double>, 1> points{x};
    evaluator.evaluate(points, std::array{2., static_cast<double>(count)}, found);
    for (std::size_t k = 0; k < count; ++k)
      REQUIRE(found[k] == 2. * static_cast<double>(k) + static_cast<double>(count));
  }
  std::vector<double> found(2);
  CHECK_THROWS_AS(evaluator.evaluate({}, std::array{1., 2.}, found), Error);
  const std::array<std::span<const double>, 1> points{found};
  CHECK_THROWS_AS(evaluator.evaluate(points, std::array{1.}, found), Error);
  CHECK_THROWS_AS(evaluator.evaluate(points, std::array{1., 2.}, std::span(found).first(1)), Error);
}

TEST_CASE("Many threads evaluate one formula") {
  const Formula formula = Formula::compile("gaus(0)*(x>[3])");
  std::vector<double> x(1000);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = 0.01 * static_cast<double>(k);
  const std::array<std::span<const double>, 1> points{x};
  std::vector<std::vector<double>> found(8, std::vector<double>(x.size()));
  std::vector<std::thread> threads;
  for (std::vector<double>& values : found)
    threads.emplace_back([&] { formula.evaluate(points, std::array{2., 5., 1.5, 3.}, values); });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& values : found) CHECK(values == found[0]);
}
