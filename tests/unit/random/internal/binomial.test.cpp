#include "ramet/random/internal/binomial.hpp"

#include <doctest/doctest.h>

using ramet::random::internal::Binomial;

TEST_CASE("binomial: inversion gives the first count whose cumulative probability is above the number") {
  const Binomial two(2, 0.5);
  CHECK(two.count(0.2499, 0) == 0);
  CHECK(two.count(0.2501, 0) == 1);
  CHECK(two.count(0.7499, 0) == 1);
  CHECK(two.count(1 - 0x1p-53, 0) == 2);
}

TEST_CASE("binomial: rejection gives counts around the mean, and -1 for what it rejects") {
  const Binomial many(1000, 0.4);
  CHECK(many.count(0.5, 0.1) == 400);
  CHECK(many.count(0x1p-53, 0.999) == -1);
}
