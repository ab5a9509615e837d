#include "ramet/fit/internal/bin_terms.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using internal::BinTerms;

namespace {

const std::vector<double> contents{4, 0, 9}, variances{2, 0, 27};

void check_slopes(const BinTerms& terms) {
  const std::vector<double> expected{5, 1, 7};
  std::vector<double> slopes = expected;
  terms.write_slopes(slopes);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> above = expected, below = expected;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    const double difference = (terms.evaluate(above).value - terms.evaluate(below).value) / 2e-5;
    CHECK(slopes[i] == doctest::Approx(difference).epsilon(1e-6).scale(1));
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
  CHECK(terms.evaluate(std::vector<double>{2, 100, 9}).value == 1);
}

TEST_CASE("bin terms: what is not expected is counted, and costs much") {
  const BinTerms terms({.edges = {}, .contents = contents}, BinnedCost::likelihood, true);
  const Evaluation found = terms.evaluate(std::vector{-1.0, std::nan(""), 9.0});
  CHECK(found.absent == 2);
  CHECK(found.value > 1000);
  CHECK(std::isfinite(found.value));
}
