#include "ramet/hist/internal/figures/efficiency_reader.hpp"

#include <string>

#include "unit/hist/stored/group_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

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

TEST_CASE("an efficiency whose intervals are Bayesian by its option, and not by its bits, is corrupt") {
  std::string hex(stored_payloads::efficiency.hex);
  const std::size_t bits = hex.find("0003c00003656666");  // fBits, then the name "eff"
  REQUIRE(bits != std::string::npos);
  hex.replace(bits, 8, "00038000");
  const stored_payloads::Payload changed{"TEfficiency", stored_payloads::efficiency.key_length, hex};
  try {
    read(changed);
    FAIL("it is read");
  } catch (const ramet::Error& error) {
    CHECK(error.kind() == ramet::ErrorKind::corrupt);
    CHECK(std::string(error.what()).find("the statistic option 7 does not match the bit for Bayesian options") !=
          std::string::npos);
  }
}
