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

TEST_CASE("histogram fit: formulas and contents may be negative") {
  // contents 5 - 2 x with errors of 1: a line is the exact answer
  std::vector<double> contents(52), squares(52, 1.0);
  for (int i = 0; i < 52; ++i) contents[static_cast<std::size_t>(i)] = 5 - 2 * (0.2 * i - 0.1);
  const hist::Histogram line({.class_name = "TH1D",
                              .name = "h",
                              .axes = {{.bins = hist::RegularAxis{50, 0, 10}, .name = "xaxis"}},
                              .contents = contents,
                              .squares = squares});
  for (const char* const formula : {"pol1", " pol1 ", "pol2"}) {
    const hist::Function found = with_fit(line, {.formula = formula}).parts().functions[0];
    CHECK(found.parameters[0].value == doctest::Approx(5));
    CHECK(found.parameters[1].value == doctest::Approx(-2));
    CHECK(found.chi_square == doctest::Approx(0).scale(1));
  }
  const hist::Function constant = with_fit(line, {.formula = "pol0"}).parts().functions[0];
  CHECK(constant.parameters[0].value == doctest::Approx(-5));
  CHECK(constant.parameters[0].error == doctest::Approx(1 / std::sqrt(50.0)));
  CHECK_THROWS_AS(with_fit(line, {.formula = "gaus", .within = std::pair(4.0, 10.0)}), UsageError);  // has no start
}

TEST_CASE("histogram fit: a polynomial is least squares, though it is negative between bins") {
  const hist::Function found = with_fit(peak(), {.formula = "pol4"}).parts().functions[0];
  const auto mean = [&](double low, double high, double power) {
    return (std::pow(high, power + 1) - std::pow(low, power + 1)) / ((power + 1) * (high - low));
  };
  const hist::Histogram histogram = peak();
  const std::vector<double> values = histogram.values(), variances = histogram.variances();
  for (int power = 0; power < 5; ++power) {  // what is left is orthogonal to each power
    double sum = 0, scale = 0;
    for (std::size_t bin = 0; bin < 50; ++bin) {
      if (!(variances[bin] > 0)) continue;
      const double low = 0.2 * static_cast<double>(bin), high = low + 0.2;
      double left = -values[bin];
      for (int k = 0; k < 5; ++k) left += found.parameters[static_cast<std::size_t>(k)].value * mean(low, high, k);
      sum += left / variances[bin] * mean(low, high, power);
      scale += std::abs(left / variances[bin] * mean(low, high, power));
    }
    CHECK(sum == doctest::Approx(0).scale(scale).epsilon(1e-6));
  }
}

TEST_CASE("histogram fit: what is wrong is said") {
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus", .start = {{"no", 1}}}), UsageError);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "x*y"}), UsageError);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus("}), Error);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "gaus", .within = std::pair(5.0, 5.3)}), UsageError);
  CHECK_THROWS_AS(with_fit(peak(), {.formula = "1+x", .within = std::pair(5.01, 5.02)}), UsageError);
  CHECK(start_of("a=2.5") == std::pair(std::string("a"), 2.5));
  for (const char* const text : {"a", "=2", "a=", "a=b", "a=inf"}) CHECK_THROWS_AS(start_of(text), UsageError);
}
