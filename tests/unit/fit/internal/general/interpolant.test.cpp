#include "ramet/fit/internal/general/interpolant.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

namespace {

/// A narrow peak over a slope, and its square root.
Interpolant sample() {
  return {[](std::span<const double> x, double* const* rows) {
            for (std::size_t i = 0; i < x.size(); ++i) {
              rows[0][i] = std::exp(-0.5 * std::pow((x[i] - 3) / 0.05, 2)) + std::exp(-x[i]);
              rows[1][i] = std::sqrt(rows[0][i]);
            }
          },
          2, std::vector<double>{0, 5, 10}};
}

}  // namespace

TEST_CASE("interpolant: values are those of the functions, where they bend and elsewhere") {
  const Interpolant made = sample();
  for (double x = 0; x <= 10; x += 0.0137) {
    CAPTURE(x);
    double found[2];
    double* const rows[] = {found, found + 1};
    made.values(0, 2, {&x, 1}, rows);
    const double expected = std::exp(-0.5 * std::pow((x - 3) / 0.05, 2)) + std::exp(-x);
    CHECK(found[0] == doctest::Approx(expected).epsilon(1e-11));
    CHECK(found[1] == doctest::Approx(std::sqrt(expected)).epsilon(1e-7));
  }
  CHECK(made.parts() < 300);
  CHECK(made.error() < 1e-11);
}

TEST_CASE("interpolant: integrals of parts add up") {
  const Interpolant made = sample();
  const double whole = made.integral(0, {.low = 0, .high = 10});
  CHECK(whole == doctest::Approx(0.05 * std::sqrt(2 * 3.141592653589793) + 1 - std::exp(-10.0)).epsilon(1e-10));
  double sum = 0;
  for (int i = 0; i < 37; ++i) sum += made.integral(0, {.low = i * 10.0 / 37, .high = (i + 1) * 10.0 / 37});
  CHECK(sum == doctest::Approx(whole).epsilon(1e-13));
  CHECK(made.integral(0, {.low = 2, .high = 2}) == doctest::Approx(0).scale(1));
}

TEST_CASE("interpolant: a jump is found to a small part of the interval") {
  const Interpolant made(
      [](std::span<const double> x, double* const* rows) {
        for (std::size_t i = 0; i < x.size(); ++i) rows[0][i] = x[i] < 0.3 ? 1 : 2;
      },
      1, std::vector<double>{0, 1});
  CHECK(made.integral(0, {.low = 0, .high = 1}) == doctest::Approx(1.7).epsilon(1e-5));
}

TEST_CASE("interpolant: noise of the function is not followed") {
  std::uint64_t state = 1;
  const auto noise = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 40) * 0x1p-24 - 0.5;
  };
  const Interpolant made(
      [&](std::span<const double> x, double* const* rows) {
        for (std::size_t i = 0; i < x.size(); ++i) rows[0][i] = std::exp(-x[i]) * (1 + 1e-10 * noise());
      },
      1, std::vector<double>{0, 5, 10});
  CHECK(made.parts() < 100);
  CHECK(made.integral(0, {.low = 0, .high = 10}) == doctest::Approx(1 - std::exp(-10.0)).epsilon(1e-10));
}
