#include "ramet/expr/internal/graph/random_call.hpp"

#include <doctest/doctest.h>

using namespace ramet::expr;

TEST_CASE("A call is packed into one number") {
  const RandomCall call{.distribution = Distribution::binomial, .call = 200, .stream = 0xFEDCBA98};
  const RandomCall again = RandomCall::unpacked(call.packed());
  CHECK(again.distribution == Distribution::binomial);
  CHECK(again.call == 200);
  CHECK(again.stream == 0xFEDCBA98);
  CHECK(call.with(Distribution::normal).packed() != call.packed());
}

TEST_CASE("Distributions of whole numbers, and parameters that count") {
  CHECK(is_whole(Distribution::poisson));
  CHECK_FALSE(is_whole(Distribution::beta));
  CHECK(counts(Distribution::binomial, 0));
  CHECK_FALSE(counts(Distribution::binomial, 1));
  CHECK_FALSE(counts(Distribution::poisson, 0));
  CHECK(takes_all_parameters(Distribution::normal));
  CHECK_FALSE(takes_all_parameters(Distribution::gamma));
}
