#include "cli/frames/histogram_fit.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::cli;

namespace {

hist::Histogram peak() {
  std::vector<double> contents(52);
  for (int i = 0; i < 52; ++i)
    contents[static_cast<std::size_t>(i)] = 100 * std::exp(-0.5 * std::pow((i - 25.5) / 5, 2));
  return hist::Histogram({.class_name = "TH1D",
                          .name = "h",
                          .axes = {{.bins = hist::RegularAxis{50, 0, 10}, .name = "xaxis"}},
                          .contents = contents});
}

}  // namespace

TEST_CASE("histogram fit: a Gauss is found, with its errors") {
  const hist::Histogram fitted = with_fit(peak(), {.formula = "gaus"});
  REQUIRE(fitted.parts().functions.size() == 1);
  const hist::Function& function = fitted.parts().functions[0];
  CHECK(function.name == "gaus");
  CHECK(function.parameters[0].name == "Constant");
  CHECK(function.parameters[1].value == doctest::Approx(5).epsilon(1e-3));
  CHECK(function.parameters[2].value == doctest::Approx(1).epsilon(5e-3));
  CHECK(function.parameters[1].error == doctest::Approx(1 / std::sqrt(1253.0)).epsilon(0.1));
  CHECK(function.degrees_of_freedom == 47);
  CHECK(function.saved_values.size() == 103);
  CHECK(lines_of(function).size() == 4);
  CHECK(lines_of(function)[0].starts_with("chi2 / ndf "));
}

TEST_CASE("histogram fit: other formulas need a start, and polynomials find it") {
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "[a]*exp(-(x-[m])^2)"}), UsageError);
  const hist::Histogram found =
      with_fit(peak(), {.formula = "[a]*exp(-0.5*(x-[m])^2)", .start = {{"a", 50}, {"m", 4.5}}});
  CHECK(found.parts().functions[0].parameters[1].value == doctest::Approx(5).epsilon(1e-3));
  const hist::Histogram part = with_fit(peak(), {.formula = "pol2", .within = std::pair(4.4, 5.6)});
  const auto& numbers = part.parts().functions[0].parameters;
  CHECK(-0.5 * numbers[1].value / numbers[2].value == doctest::Approx(5).epsilon(1e-2));
  CHECK(part.parts().functions[0].ranges[0].low == doctest::Approx(4.4));
}

TEST_CASE("histogram fit: what is wrong is said") {
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus", .start = {{"no", 1}}}), UsageError);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "x*y"}), UsageError);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus("}), Error);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus", .within = std::pair(5.0, 5.3)}), UsageError);
  CHECK(start_of("a=2.5") == std::pair(std::string("a"), 2.5));
  for (const char* const text : {"a", "=2", "a=", "a=b", "a=inf"}) CHECK_THROWS_AS(start_of(text), UsageError);
}
