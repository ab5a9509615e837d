#include "ramet/fit/internal/bin_terms.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using internal::BinTerms;

namespace {

const std::vector<double> contents{4, 0, 9}, variances{2, 0, 27};

void check_slopes(const BinTerms& terms, const std::vector<double>& known = {}) {
  const std::vector<double> expected{5, 1, 7};
  std::vector<double> slopes = expected;
  std::vector<double> of_variances = known;
  terms.write_slopes(slopes, of_variances);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> above = expected, below = expected;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    const double difference = (terms.evaluate(above, known).value - terms.evaluate(below, known).value) / 2e-5;
    CHECK(slopes[i] == doctest::Approx(difference).epsilon(1e-6).scale(1));
    if (known.empty()) continue;
    above = below = known;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    const double by_variance = (terms.evaluate(expected, above).value - terms.evaluate(expected, below).value) / 2e-5;
    CHECK(of_variances[i] == doctest::Approx(by_variance).epsilon(1e-6).scale(1));
  }
}

}  // namespace

TEST_CASE("bin terms: the derivatives are those of differences, with weights and without") {
  for (const bool is_extended : {false, true})
    for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
      check_slopes(BinTerms({.edges = {}, .contents = contents}, kind, is_extended));
      check_slopes(BinTerms({.edges = {}, .contents = contents, .variances = variances}, kind, is_extended));
    }
}

TEST_CASE("bin terms: bins without a variance do not count for chi square") {
  const BinTerms terms({.edges = {}, .contents = contents}, BinnedCost::chi_square, true);
  CHECK(terms.counted() == 2);
  CHECK(terms.evaluate(std::vector<double>{2, 100, 9}, {}).value == 1);
}

TEST_CASE("bin terms: what is not expected is counted, and costs much") {
  const BinTerms terms({.edges = {}, .contents = contents}, BinnedCost::likelihood, true);
  const Evaluation found = terms.evaluate(std::vector{-1.0, std::nan(""), 9.0}, {});
  CHECK(found.absent == 2);
  CHECK(found.value > 1000);
  CHECK(std::isfinite(found.value));
}

TEST_CASE("bin terms: errors of templates move what is expected towards the contents") {
  const Bins bins{.edges = {}, .contents = contents, .variances = variances};
  for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
    const BinTerms terms(bins, kind, true);
    check_slopes(terms, {0.5, 0.1, 2});
    const std::vector<double> expected{5, 1, 7}, known{0.5, 0.1, 2}, small{1e-9, 1e-9, 1e-9};
    CHECK(terms.evaluate(expected, known).value < terms.evaluate(expected, {}).value);
    CHECK(terms.evaluate(expected, small).value == doctest::Approx(terms.evaluate(expected, {}).value));
  }
  // the least one of some factors, by hand
  const std::vector<double> one_content{12}, one_expected{9}, one_variance{4};
  const BinTerms one({.edges = {}, .contents = one_content}, BinnedCost::likelihood, true);
  double least = 1e9;
  for (double factor = 0.5; factor < 2; factor += 1e-5) {
    const double mean = 9 * factor;
    least = std::min(least, 2 * (mean - 12 + 12 * std::log(12 / mean)) + (factor - 1) * (factor - 1) * 81 / 4);
  }
  CHECK(one.evaluate(one_expected, one_variance).value == doctest::Approx(least).epsilon(1e-8));
}
