#include "ramet/random/internal/log_probability.hpp"

#include <cmath>
#include <initializer_list>

#include "unit/random/expected/goodness.hpp"
#include <doctest/doctest.h>

using namespace ramet::random::internal;
using ramet::tests::log_factorial;

TEST_CASE("log probability: Poisson's is that of the definition") {
  for (const double mean : {0.5, 10.0, 33.3})
    for (int n = 0; n < 100; ++n) {
      const double count = n;
      CHECK(log_poisson(count, mean) ==
            doctest::Approx(count * std::log(mean) - mean - log_factorial(count)).epsilon(1e-13));
    }
}

TEST_CASE("log probability: the binomial one is that of the definition") {
  for (int n = 0; n <= 50; ++n) {
    const double count = n;
    CHECK(log_binomial(count, 50, 0.3, 0.7) ==
          doctest::Approx(log_factorial(50) - log_factorial(count) - log_factorial(50 - count) + count * std::log(0.3) +
                          (50 - count) * std::log(0.7))
              .epsilon(1e-13));
  }
}

TEST_CASE("log probability: around a large mean it is that of a normal distribution") {
  constexpr double mean = 1e15, sigma = 0x1.e286782f82074p+24;  // its root
  const double at_mean = -0.5 * std::log(2 * 3.14159265358979323846 * mean);
  CHECK(log_poisson(mean, mean) == doctest::Approx(at_mean).epsilon(1e-13));
  CHECK(log_poisson(std::floor(mean + 2 * sigma), mean) == doctest::Approx(at_mean - 2).epsilon(1e-6));
}
