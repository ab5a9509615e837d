#include "ramet/fit/curve.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/minimum.hpp"

using namespace ramet::fit;

namespace {

const std::vector<double> edges{0, 1, 2, 4, 5, 7, 9.5};         // NOLINT(bugprone-throwing-static-initialization)
const std::vector<double> contents{3, 0, -8, -2, 5, 1.2};       // NOLINT(bugprone-throwing-static-initialization)
const std::vector<double> variances{0.5, 0, 1, 0.9, 0.7, 0.1};  // NOLINT(bugprone-throwing-static-initialization)

}  // namespace

TEST_CASE("curve: chi square of the means over the bins that have a variance") {
  const auto executor = ramet::schedule::make_serial_executor();
  const auto cost = curve({.edges = edges, .contents = contents, .variances = variances}, "[a]+[b]*x^2");
  CHECK(cost->points() == 5);
  const double a = -2, b = 0.3;
  double expected = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const double mean = a + b * (std::pow(edges[i + 1], 3) - std::pow(edges[i], 3)) / (3 * (edges[i + 1] - edges[i]));
    if (variances[i] > 0) expected += std::pow(mean - contents[i], 2) / variances[i];
  }
  CHECK(cost->evaluate(std::vector{a, b}, {}, *executor).value == doctest::Approx(expected).epsilon(1e-14));
}

TEST_CASE("curve: the derivatives are those of differences, of many bins, too") {
  const auto executor = ramet::schedule::make_serial_executor();
  std::vector<double> many{0}, numbers, squares;
  for (int i = 0; i < 700; ++i) {
    many.push_back(many.back() + 0.01);
    numbers.push_back(std::sin(0.01 * i));
    squares.push_back(0.1 + 0.001 * i);
  }
  for (const std::string formula : {"[A]*sin([k]*x)", "pol3", "[A]*TMath::Landau(x,[k],0.7)"})
    for (const bool is_many : {false, true}) {
      CAPTURE(formula);
      const Bins few_bins{.edges = edges, .contents = contents, .variances = variances};
      const Bins many_bins{.edges = many, .contents = numbers, .variances = squares};
      const auto cost = curve(is_many ? many_bins : few_bins, formula);
      std::vector<double> at{1.3, 0.9, 0.2, -0.1}, gradient;
      at.resize(cost->parameters().size());
      gradient.resize(at.size());
      const double with_gradient = cost->evaluate(at, gradient, *executor).value;
      const auto value = [&](const std::vector<double>& there) { return cost->evaluate(there, {}, *executor).value; };
      CHECK(value(at) == with_gradient);
      for (std::size_t i = 0; i < at.size(); ++i)
        CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, at, i)).epsilon(1e-6).scale(1));
    }
}

TEST_CASE("curve: counts have their variances, and a minimum is found though the curve is negative") {
  const auto executor = ramet::schedule::make_serial_executor();
  const std::vector<double> line{0, 1, 2, 3}, counts{1, 4, 9};
  CHECK(curve({.edges = line, .contents = counts}, "pol0")->evaluate(std::vector{2.0}, {}, *executor).value ==
        doctest::Approx(1 + 1 + 49.0 / 9));
  const std::vector<double> falling{3, 0, -3}, ones{1, 1, 1};
  const Minimum found = minimise(*curve({.edges = line, .contents = falling, .variances = ones}, "pol1"),
                                 std::vector{0.0, 0.0}, *executor);
  CHECK(found.is_valid);
  CHECK(found.values[0] == doctest::Approx(4.5));
  CHECK(found.values[1] == doctest::Approx(-3));
}

TEST_CASE("curve: what has no value costs everything, and bins that cannot be are refused") {
  const auto executor = ramet::schedule::make_serial_executor();
  const Bins bins{.edges = edges, .contents = contents, .variances = variances};
  CHECK(curve(bins, "sqrt([a]-x)")->evaluate(std::vector{1.0}, {}, *executor).value ==
        std::numeric_limits<double>::infinity());
  CHECK_THROWS_WITH_AS(curve(bins, "x*y*[a]"), "the formula 'x*y*[a]' has 2 variables, expected 1", ramet::Error);
  CHECK_THROWS_AS(curve(bins, "[a"), ramet::Error);
  CHECK_THROWS_AS(curve({.edges = std::vector<double>{0, 1}, .contents = std::vector<double>{0}}, "pol0"),
                  ramet::Error);
  CHECK_THROWS_AS(curve({.edges = std::vector<double>{0, 1}, .contents = contents}, "pol0"), ramet::Error);
  CHECK_THROWS_AS(curve({.edges = std::vector<double>{0, 1, 1}, .contents = std::vector<double>{1, 2}}, "pol0"),
                  ramet::Error);
  CHECK_THROWS_AS(curve({.edges = std::vector<double>{0, 1}, .contents = std::vector{std::nan("")}}, "pol0"),
                  ramet::Error);
}

TEST_CASE("curve: a peak whose sigma is a quarter of a bin is integrated over each bin") {
  const auto executor = ramet::schedule::make_serial_executor();
  const double sigma = 0.25;
  std::vector<double> line{0};
  for (int bin = 1; bin <= 10; ++bin) line.push_back(bin);
  const std::vector<double> ones(10, 1.0);
  for (const double mean : {4.0, 4.1, 4.25, 4.37, 4.5, 4.8}) {
    CAPTURE(mean);
    std::vector<double> integrals;
    for (int bin = 0; bin < 10; ++bin) {
      const double low = (bin - mean) / (sigma * std::sqrt(2.0)), high = (bin + 1 - mean) / (sigma * std::sqrt(2.0));
      integrals.push_back(sigma * std::sqrt(std::acos(-1.0) / 2) * (std::erf(high) - std::erf(low)));
    }
    const auto cost = curve({.edges = line, .contents = integrals, .variances = ones}, "gaus([A],[m],[s])");
    const double sum_of_squares = cost->evaluate(std::vector{1.0, mean, sigma}, {}, *executor).value;
    CHECK(std::sqrt(sum_of_squares) < 1e-5);
  }
}
