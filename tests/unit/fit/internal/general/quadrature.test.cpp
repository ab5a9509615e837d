#include "ramet/fit/internal/general/quadrature.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("quadrature: 15 points are exact for polynomials of degree 22") {
  const auto power = [](double x) { return std::pow(x, 22); };
  CHECK(integral_of<double>(power, -1, 2) == doctest::Approx((std::pow(2, 23) + 1) / 23).epsilon(1e-13));
}

TEST_CASE("quadrature: around a peak, to infinity, too") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto peak = [](double x) { return std::numbers::inv_pi / (1 + (x - 3) * (x - 3)); };
  const auto probability = [](double x) { return 0.5 + std::atan(x - 3) * std::numbers::inv_pi; };
  for (const auto& [low, high] :
       {std::pair{-infinity, infinity}, {0.0, 10.0}, {3.0, 3.5}, {50.0, infinity}, {-1e6, -2.0}}) {
    CAPTURE(low);
    const double expected = probability(high) - probability(low);
    CHECK(integral_around<double>(peak, 3, 1, {.low = low, .high = high}) == doctest::Approx(expected).epsilon(1e-10));
  }
}

TEST_CASE("quadrature: adaptive integrals of several functions say their error") {
  const auto functions = [](std::span<const double> x, double* const* rows) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      rows[0][i] = std::exp(-x[i]);
      rows[1][i] = std::sqrt(x[i]);
    }
  };
  const Integrals found = adaptive_integrals(functions, 2, {.low = 0, .high = 4}, 1);
  CHECK(found.values[0] == doctest::Approx(1 - std::exp(-4)).epsilon(1e-14));
  CHECK(found.values[1] == doctest::Approx(16.0 / 3).epsilon(1e-7));
  CHECK(found.error < 1e-10);
  const auto pole = [](std::span<const double> x, double* const* rows) {
    for (std::size_t i = 0; i < x.size(); ++i) rows[0][i] = 1 / x[i];
  };
  CHECK(adaptive_integrals(pole, 1, {.low = 0, .high = 1}, 1).error > 1e-4);
}

TEST_CASE("quadrature: narrow peaks are found where they may be") {
  const auto peak = [](std::span<const double> x, double* const* rows) {
    for (std::size_t i = 0; i < x.size(); ++i)
      rows[0][i] = 1 + 1e5 * std::exp(-0.5 * std::pow((x[i] - 512.3) / 0.01, 2));
  };
  const double expected = 1000 + 1e5 * 0.01 * std::sqrt(2 * std::numbers::pi);
  CHECK(adaptive_integrals(peak, 1, {.low = 0, .high = 1000}, 16).values[0] == doctest::Approx(1000));
  const std::vector<double> places{-5, 300, 512.3, 512.3, 2000};
  CHECK(adaptive_integrals(peak, 1, {.low = 0, .high = 1000}, 16, places).values[0] ==
        doctest::Approx(expected).epsilon(1e-12));
}
