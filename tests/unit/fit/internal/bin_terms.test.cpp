#include "ramet/fit/internal/bin_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/exact_sum.hpp"

using namespace ramet::fit;
using internal::BinTerms;

namespace {

const std::vector<double> contents{4, 0, 9}, variances{2, 0, 27};

void check_slopes(const BinTerms& terms, const std::vector<double>& known = {}) {
  const std::vector<double> expected{5, 1, 7};
  std::vector<double> slopes = expected;
  std::vector<double> of_variances = known;
  terms.write_slopes(slopes, of_variances, terms.total(expected));
  const auto value = [&](const std::vector<double>& at, const std::vector<double>& with) {
    return terms.evaluate(at, with, terms.total(at)).value;
  };
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> above = expected, below = expected;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    const double difference = (value(above, known) - value(below, known)) / 2e-5;
    CHECK(slopes[i] == doctest::Approx(difference).epsilon(1e-6).scale(1));
    if (known.empty()) continue;
    above = below = known;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    const double by_variance = (value(expected, above) - value(expected, below)) / 2e-5;
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
  CHECK(terms.evaluate(std::vector<double>{2, 100, 9}, {}, {}).value == 1);
}

TEST_CASE("bin terms: parts of the bins add up to all") {
  const std::vector<double> expected{5, 1, 7};
  for (const bool is_extended : {false, true}) {
    const BinTerms terms({.edges = {}, .contents = contents, .variances = variances}, BinnedCost::likelihood,
                         is_extended);
    const std::span all(expected);
    const double total = terms.total(all), head = terms.total(all.first(1)), rest = terms.total(all.subspan(1), 1);
    CHECK(head + rest == doctest::Approx(total).epsilon(1e-15));
    const double value = terms.evaluate(all, {}, total).value;
    CHECK(terms.evaluate(all.first(1), {}, total).value + terms.evaluate(all.subspan(1), {}, total, 1).value ==
          doctest::Approx(value).epsilon(1e-15));
    std::vector<double> slopes = expected, behind{1, 7};
    terms.write_slopes(slopes, {}, total);
    terms.write_slopes(behind, {}, total, 1);
    CHECK(behind == std::vector(slopes.begin() + 1, slopes.end()));
  }
}

TEST_CASE("bin terms: messages have the place of a bin in each axis") {
  const std::vector<double> cells{1, 2, 3, -4, 5, 6};
  const Bins bins{.edges = {}, .contents = cells};
  CHECK_THROWS_WITH_AS(BinTerms(bins, BinnedCost::likelihood, true),
                       "bin 3 has the content -4: a likelihood has no negative contents", ramet::Error);
  CHECK_THROWS_WITH_AS(BinTerms(bins, BinnedCost::likelihood, true, std::vector<std::size_t>{3, 2}),
                       "cell (1, 1) has the content -4: a likelihood has no negative contents", ramet::Error);
  CHECK_THROWS_WITH_AS(internal::check_edges(std::vector{0.0, 1.0, 1.0}, {.low = 0, .high = 5}, " of axis 1"),
                       "the edges 1 and 1 of bin 1 of axis 1 do not ascend", ramet::Error);
}

TEST_CASE("bin terms: what is not expected is counted, and costs much") {
  const BinTerms terms({.edges = {}, .contents = contents}, BinnedCost::likelihood, true);
  const Evaluation found = terms.evaluate(std::vector{-1.0, std::nan(""), 9.0}, {}, {});
  CHECK(found.absent == 2);
  CHECK(found.value > 1000);
  CHECK(std::isfinite(found.value));
  const std::vector<double> many(600, 1e12);
  for (const bool is_extended : {false, true}) {
    const BinTerms of_many({.edges = {}, .contents = many}, BinnedCost::likelihood, is_extended);
    std::vector<double> none(600, 0.0);
    const double total = of_many.total(none);
    CHECK(of_many.evaluate(none, {}, total).absent == 600);
    CHECK(std::isfinite(of_many.evaluate(none, {}, total).value));
    if (is_extended) CHECK(of_many.evaluate(none, {}, total).value > 1e15);
    none.back() = 1;
    CHECK(of_many.evaluate(none, {}, of_many.total(none)).value > 1e15);
    of_many.write_slopes(none, {}, total);
    CHECK(none.front() == 0);
  }
}

TEST_CASE("bin terms: what is above all numbers is infinite") {
  internal::ExactSum sum(1e308);
  sum += 1e308;
  CHECK(internal::value_of_terms(sum) == std::numeric_limits<double>::infinity());
  CHECK(internal::value_of_terms(internal::ExactSum(2)) == 2);
  const BinTerms terms({.edges = {}, .contents = contents}, BinnedCost::chi_square, true);
  CHECK(terms.evaluate(std::vector{1e200, 1.0, 1.0}, {}, {}).value == std::numeric_limits<double>::infinity());
}

TEST_CASE("bin terms: the likelihood of many bins is a sum without rounding, also near its minimum") {
  for (const std::size_t count : {1U, 7U, 8U, 511U, 512U, 513U, 1500U}) {
    std::vector<double> some, expected;
    long double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      some.push_back(i % 3 == 1 ? 0 : 1e6 + static_cast<double>(i));
      expected.push_back(some.back() + 1 + static_cast<double>(i % 5));
      const long double n = some.back(), mean = expected.back();
      sum += 2 * (mean - n + (n > 0 ? n * std::log(n / mean) : 0));
    }
    const BinTerms terms({.edges = {}, .contents = some}, BinnedCost::likelihood, true);
    CHECK(terms.evaluate(expected, {}, {}).value == doctest::Approx(static_cast<double>(sum)).epsilon(1e-9));
  }
}

TEST_CASE("bin terms: errors of templates move what is expected towards the contents") {
  const Bins bins{.edges = {}, .contents = contents, .variances = variances};
  for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
    const BinTerms terms(bins, kind, true);
    check_slopes(terms, {0.5, 0.1, 2});
    const std::vector<double> expected{5, 1, 7}, known{0.5, 0.1, 2}, small{1e-9, 1e-9, 1e-9};
    CHECK(terms.evaluate(expected, known, {}).value < terms.evaluate(expected, {}, {}).value);
    CHECK(terms.evaluate(expected, small, {}).value == doctest::Approx(terms.evaluate(expected, {}, {}).value));
  }
  // the least one of some factors, by hand
  const std::vector<double> one_content{12}, one_expected{9}, one_variance{4};
  const BinTerms one({.edges = {}, .contents = one_content}, BinnedCost::likelihood, true);
  double least = 1e9;
  for (double factor = 0.5; factor < 2; factor += 1e-5) {
    const double mean = 9 * factor;
    least = std::min(least, 2 * (mean - 12 + 12 * std::log(12 / mean)) + (factor - 1) * (factor - 1) * 81 / 4);
  }
  CHECK(one.evaluate(one_expected, one_variance, {}).value == doctest::Approx(least).epsilon(1e-8));
}
