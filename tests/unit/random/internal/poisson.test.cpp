#include "ramet/random/internal/poisson.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "ramet/random/internal/number_source.hpp"

using namespace ramet::random::internal;

TEST_CASE("poisson: the table and single numbers give the same counts, up to the largest real number") {
  for (const double mean : {0.0, 0.1, 3.0, 9.999}) {
    const SmallPoisson table(mean);
    for (int i = 0; i < 10'000; ++i) {
      const double real = (i + 0.5) / 10'000;
      REQUIRE(table.count(real) == SmallPoisson::count(mean, exp_of_one(-mean), real));
    }
    CHECK(table.count(1 - 0x1p-53) == SmallPoisson::count(mean, exp_of_one(-mean), 1 - 0x1p-53));
    CHECK(table.count(0x1p-53) == 0);
  }
  CHECK(SmallPoisson(3).count(std::exp(-3.0) * 0.999) == 0);
  CHECK(SmallPoisson(3).count(std::exp(-3.0) * 1.001) == 1);
}

TEST_CASE("poisson: rejection gives counts around the mean, and -1 for what it rejects") {
  const LargePoisson large(400);
  CHECK(large.count(0.5, 0.1) == 400);
  CHECK(large.count(0x1p-53, 0.999) == -1);
}
