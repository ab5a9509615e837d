#define RAMET_RANDOM_MACHINE machine_of_test
#include "ramet/random/detail/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

namespace vectors = ramet::random::internal::machine_of_test;

namespace {

/// The largest relative error of `function` beside long double's, in units of 2^-52.
template <class Function, class Exact>
double largest_error(double first, double factor, int count, Function function, Exact exact) {
  long double largest = 0;
  double argument = first;
  for (int i = 0; i < count; ++i, argument *= factor) {
    const long double expected = exact(static_cast<long double>(argument));
    if (expected == 0) continue;
    largest = std::max(largest, std::fabs((function(vectors::all(argument))[0] - expected) / expected));
  }
  return static_cast<double>(largest * 0x1p52L);
}

const auto log_there = [](long double x) { return std::log(x); };
const auto exp_there = [](long double x) { return std::exp(x); };

}  // namespace

TEST_CASE("vector math: the logarithm is good to 2 units, also near 1 and for the smallest and largest numbers") {
  CHECK(largest_error(0x1p-1000, 1.0123, 110000, vectors::log_of, log_there) < 1.5);
  CHECK(largest_error(0.5, 1.00001, 150000, vectors::log_of, log_there) < 1.5);
  CHECK(vectors::log_of(vectors::all(1))[0] == 0);
  CHECK(vectors::log_of(vectors::all(1 - 0x1p-53))[0] == doctest::Approx(-0x1p-53).epsilon(1e-15));
}

TEST_CASE("vector math: the exponential is good to 2 units") {
  CHECK(largest_error(1e-10, 1.0005, 59000, vectors::exp_of, exp_there) < 1.5);
  CHECK(largest_error(-1e-10, 1.0005, 59000, vectors::exp_of, exp_there) < 1.5);
  CHECK(vectors::exp_of(vectors::all(0))[0] == 1);
}

TEST_CASE("vector math: sine and cosine are good to 2^-52") {
  long double largest = 0;
  for (int i = -4000; i <= 40000; ++i) {
    const double quarters = i * 0.000717;
    const auto angle = vectors::of_quarter_turns(vectors::all(quarters));
    const long double radians = std::numbers::pi_v<long double> / 2 * static_cast<long double>(quarters);
    largest = std::max(
        {largest, std::fabs(angle.cosine[0] - std::cos(radians)), std::fabs(angle.sine[0] - std::sin(radians))});
  }
  CHECK(static_cast<double>(largest) < 0x1p-52);
}
