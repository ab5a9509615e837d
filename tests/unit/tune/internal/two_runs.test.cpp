#include "ramet/tune/internal/two_runs.hpp"

#include <doctest/doctest.h>

using namespace ramet::tune::internal;

TEST_CASE("two runs: what is shared, and a plain byte, make both as long as they were") {
  // Of 100 bytes 20 do not shrink: 3 s are shared, a plain byte takes 0.02 s, the codec 4 s.
  const SharedCosts costs = shared_costs(
      {.plain_seconds = 5, .packed_seconds = 7.4, .codec_seconds = 4, .all_bytes = 100, .loose_bytes = 20});
  CHECK(costs.seconds == doctest::Approx(3));
  CHECK(costs.of_plain_byte == doctest::Approx(0.02));
}

TEST_CASE("two runs: bytes that need no copy take less than nothing") {
  const SharedCosts costs =
      shared_costs({.plain_seconds = 1, .packed_seconds = 3, .codec_seconds = 1, .all_bytes = 100, .loose_bytes = 0});
  CHECK(costs.seconds == doctest::Approx(2));
  CHECK(costs.of_plain_byte == doctest::Approx(-0.01));
}

TEST_CASE("two runs: where nothing shrinks, or nothing is read, the run without compression is all there is") {
  CHECK(shared_costs({.plain_seconds = 1, .packed_seconds = 3, .all_bytes = 100, .loose_bytes = 95}).seconds == 1);
  CHECK(shared_costs({.plain_seconds = 1, .packed_seconds = 3, .all_bytes = 100, .loose_bytes = 95}).of_plain_byte ==
        0);
  CHECK(shared_costs({}).seconds == 0);
}
