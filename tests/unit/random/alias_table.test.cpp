#include "ramet/random/alias_table.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::random::AliasTable;

namespace {

/// The part of all words that are for each choice, from words at equal distances.
std::vector<double> probabilities_of(const AliasTable& table) {
  constexpr int words = 1 << 16;
  std::vector<double> probabilities(table.size());
  for (std::uint64_t i = 0; i < words; ++i) probabilities[table.choice((i << 48) + (1ULL << 47))] += 1.0 / words;
  return probabilities;
}

}  // namespace

TEST_CASE("alias table: each choice has its part of the words") {
  const std::vector<double> weights{1, 0, 5, 2, 0.5, 3};
  const std::vector<double> probabilities = probabilities_of(AliasTable(weights));
  for (std::size_t i = 0; i < weights.size(); ++i)
    CHECK(probabilities[i] == doctest::Approx(weights[i] / 11.5).epsilon(1e-3));
  CHECK(probabilities[1] == 0);
}

TEST_CASE("alias table: one choice, and equal ones") {
  CHECK(probabilities_of(AliasTable(std::vector{7.0})) == std::vector{1.0});
  CHECK(probabilities_of(AliasTable(std::vector(4, 3.0))) == std::vector(4, 0.25));
  CHECK(AliasTable(std::vector{0.0, 1.0}).choice(~0ULL) == 1);
}

TEST_CASE("alias table: weights that are no probabilities are errors") {
  CHECK_THROWS_WITH_AS(AliasTable(std::vector{1.0, -2.0}), "weight 1 is -2, not at least 0", ramet::Error);
  CHECK_THROWS_WITH_AS(AliasTable(std::vector{0.0, 0.0}), "the sum of 2 weights is 0", ramet::Error);
  CHECK_THROWS_AS(AliasTable(std::vector<double>{}), ramet::Error);
  CHECK_THROWS_AS(AliasTable(std::vector{1.0, std::numeric_limits<double>::quiet_NaN()}), ramet::Error);
}
