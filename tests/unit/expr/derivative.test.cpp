#include "ramet/expr/derivative.hpp"

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/formula.hpp"

using namespace ramet::expr;

namespace {

using Values = std::vector<std::pair<std::string, double>>;

double value_of(const std::string& text, const Values& values) {
  const Formula formula = Formula::compile(text);
  std::vector<double> parameters;
  for (const std::string& name : formula.parameters()) {
    for (const auto& [known, value] : values)
      if (known == name) parameters.push_back(value);
  }
  std::vector<std::vector<double>> columns(formula.variables());
  constexpr std::array<const char*, 2> variables{"x", "y"};
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (const auto& [known, value] : values)
      if (known == variables[k]) columns[k] = {value};
  const std::vector<std::span<const double>> points(columns.begin(), columns.end());
  std::array<double, 1> found{};
  formula.evaluate(points, parameters, found);
  return found[0];
}

/// By differences of the fourth order.
double slope_of(const std::string& text, Values values, const std::string& name) {
  double* at = nullptr;
  for (auto& [known, value] : values)
    if (known == name) at = &value;
  const double middle = *at, step = 1e-4;
  const auto moved = [&](double by) {
    *at = middle + by;
    return value_of(text, values);
  };
  return (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
}

/// Random formulas of x, [a], [b] and [0] that are smooth where these are between 0.5 and 1.5.
class Formulas {
 public:
  explicit Formulas(unsigned seed) : random_(seed) {}

  std::string next(int depth) {
    if (depth == 0) return one_of({"x", "[a]", "[b]", "[0]", "2", "0.5", "1.25e-1", "pi"});
    const std::string first = next(depth - 1),
                      second = next(static_cast<int>(random_() % static_cast<unsigned>(depth)));
    switch (random_() % 10) {
      case 0:
        return "(" + first + ")+" + second;
      case 1:
        return first + "-(" + second + ")";
      case 2:
      case 3:
        return "(" + first + ")*(" + second + ")";
      case 4:
        return "(" + first + ")/(2.5+sin(" + second + "))";
      case 5:
        return one_of({"sin", "cos", "tanh", "atan", "erf", "asinh", "TMath::Cos", "erfc"}) + "(" + first + ")";
      case 6:
        return one_of({"exp", "sinh", "cosh", "expm1", "exp2"}) + "(tanh(" + first + "))";
      case 7:
        return one_of({"log", "sqrt", "log10", "cbrt", "log2", "log1p"}) + "(1.5+sin(" + first + "))";
      case 8:
        return one_of({"pow(1.5+sin(" + first + "),cos(" + second + "))", "(" + first + ")^3", "-(" + first + ")^2",
                       "(1.1+sin(" + first + "))**1.5", "hypot(" + first + ",1+sq(" + second + "))",
                       "atan2(" + first + ",2+sq(" + second + "))"});
      default:
        return one_of({"gaus(" + first + ",1,[a],[b])", "pol2(x,[0],[a],0.25)", "x > 1 ? " + first + " : " + second,
                       "TMath::Gaus(" + first + ",[a],1.5)", "expo(x,[b],-0.5)", "TMath::BreitWigner(x,[a],1)"});
    }
  }

 private:
  std::string one_of(const std::vector<std::string>& all) { return all[random_() % all.size()]; }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("derivative: simple ones are written as one would") {
  CHECK(derivative("[A]*exp(-x/[tau])", "A") == "exp(-x/[tau])");
  CHECK(derivative("[A]*exp(-x/[tau])", "x") == "-([A]*(exp(-x/[tau])/[tau]))");
  CHECK(derivative("pol2", "p2") == "x*x");
  CHECK(derivative("[0]*x^3", "x") == "[p0]*(3*pow(x,2.))");
  CHECK(derivative("x > 1 ? [a] : [b]", "a") == "x>1 ? 1. : 0.");
  CHECK(derivative("[a]+floor([a])", "a") == "1.");
  CHECK(derivative("gaus", "Constant") == "exp(-0.5*((x-[Mean])/[Sigma])*((x-[Mean])/[Sigma]))");
}

TEST_CASE("derivative: of 100 random formulas it is that of differences") {
  Formulas formulas(7);
  std::mt19937 random(8);
  std::uniform_real_distribution<double> between(0.5, 1.5);
  int compared = 0;
  for (int number = 0; number < 100; ++number) {
    const std::string text = formulas.next(1 + number % 5);
    CAPTURE(text);
    const Values values{
        {"x", between(random)}, {"a", between(random)}, {"b", between(random)}, {"p0", between(random)}};
    for (const std::string name : {"a", "b", "p0", "x"}) {
      const Formula formula = Formula::compile(text);
      if (name != "x" && !formula.parameter(name)) continue;
      CAPTURE(name);
      const double expected = slope_of(text, values, name);
      const std::string derived = derivative(text, name);
      CAPTURE(derived);
      CHECK(value_of(derived, values) == doctest::Approx(expected).epsilon(1e-6).scale(1));
      ++compared;
    }
  }
  CHECK(compared > 200);
}

TEST_CASE("derivative: arguments of predefined functions are real numbers") {
  const Values values{{"x", 0.7}, {"a", 1.2}};
  CHECK(value_of(derivative("[a]*gaus(x,1,0,2)", "a"), values) == doctest::Approx(std::exp(-0.5 * 0.35 * 0.35)));
  CHECK(value_of(derivative("x*[a]/2", "x"), values) == doctest::Approx(0.6));
  CHECK(value_of(derivative("x*(1/2)*[a]", "x"), values) ==
        doctest::Approx(value_of("(1/2)*[a]", values)));  // whatever 1/2 is
}

TEST_CASE("derivative: what is not known is refused by name") {
  CHECK_THROWS_WITH_AS(derivative("x*[a]", "b"), "the formula 'x*[a]' has no parameter or variable 'b'", ramet::Error);
  CHECK_THROWS_WITH_AS(derivative("lgamma([a]*x)", "a"),
                       "the derivative of the function 'lgamma' of 1 arguments is not known", ramet::Error);
  CHECK(derivative("lgamma(x)*[a]", "a") == "lgamma(x)");
  CHECK_THROWS_AS(derivative("[a]%2", "a"), ramet::Error);
  std::string deep = "[a]";
  for (int k = 0; k < 60; ++k) deep = "sin(" + deep + ")*cos([a])";
  CHECK_NOTHROW(derivative(deep, "a"));
}

TEST_CASE("expanded: predefined functions have their bodies, with the parameters of the whole") {
  CHECK(expanded("gaus") == "[Constant]*exp(-0.5*((x-[Mean])/[Sigma])*((x-[Mean])/[Sigma]))");
  CHECK(expanded("expo") == "exp([Constant]+[Slope]*x)");
  CHECK(expanded("[A]*exp(-x/[tau])") == "[A]*exp(-x/[tau])");
  CHECK(expanded("gaus(0)+pol1(3)") == "[p0]*exp(-0.5*((x-[p1])/[p2])*((x-[p1])/[p2]))+([p3]+x*[p4])");
  CHECK(expanded("[0]+0*[1]") == "[p0]+0*[p1]");
  CHECK_THROWS_AS(expanded("gaus("), ramet::Error);
}
