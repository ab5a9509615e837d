#include "ramet/hist/internal/figures/efficiency_reader.hpp"

#include "unit/hist/stored/group_payloads.hpp"
#include <doctest/doctest.h>

using namespace ramet::hist;
using stored_payloads::read;

TEST_CASE("an efficiency has its histograms, and says how intervals are made") {
  const Efficiency read_one = std::get<Efficiency>(read(stored_payloads::efficiency));
  const EfficiencyParts& parts = read_one.parts();
  CHECK(parts.name == "eff");
  CHECK(parts.interval == IntervalKind::chosen_prior);
  CHECK(parts.confidence_level == 0.75);
  CHECK(parts.prior == BetaPrior{2, 3});
  CHECK(parts.is_bayesian);
  CHECK(parts.uses_mode);
  CHECK(parts.uses_shortest);
  CHECK(parts.uses_bin_priors);
  CHECK_FALSE(parts.uses_weights);
  REQUIRE(parts.bin_priors.size() == 4);
  CHECK(parts.bin_priors[1] == BetaPrior{3.5, 4.5});
  CHECK(read_one.passed().values() == std::vector<double>{1, 1});
  CHECK(read_one.total().values() == std::vector<double>{2, 1});
}
