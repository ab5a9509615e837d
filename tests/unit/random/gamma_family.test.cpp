#include "ramet/random/gamma_family.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include "unit/random/expected/held_values.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;
using ramet::tests::goodness_of;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

template <class Fill>
std::vector<double> numbers_of(const Draws& draws, std::size_t count, const Fill& fill) {
  std::vector<double> numbers(count);
  fill(draws, std::span(numbers));
  return numbers;
}

template <class Fill>
void check_held(const Fill& fill, const std::array<double, 64>& held) {
  CHECK(numbers_of({.first_entry = 5}, 64, fill) == std::vector(held.begin(), held.end()));
  for (std::size_t i = 0; i < 64; ++i) REQUIRE(numbers_of({.first_entry = 5 + i}, 1, fill)[0] == held[i]);
}

template <class Fill, class Cumulative>
void check_good(const Fill& fill, const Cumulative& cumulative) {
  const auto goodness = goodness_of(numbers_of({}, 300'000, fill), cumulative);
  CAPTURE(goodness.chi_square);
  CAPTURE(goodness.distance);
  CHECK(goodness.is_good());
}

}  // namespace

TEST_CASE("gamma family: the numbers are held, in batches and alone") {
  namespace held = ramet::tests::held;
  check_held([](const Draws& draws, std::span<double> to) { fill_gamma(stream, draws, to, 0.6, 3); }, held::gamma);
  check_held([](const Draws& draws, std::span<double> to) { fill_chi_square(stream, draws, to, 5); }, held::chi_square);
  check_held([](const Draws& draws, std::span<double> to) { fill_beta(stream, draws, to, 0.7, 2.5); }, held::beta);
  check_held([](const Draws& draws, std::span<double> to) { fill_student_t(stream, draws, to, 3); }, held::student_t);
}

TEST_CASE("gamma family: gamma-distributed numbers are good for shapes below, at and above 1") {
  check_good([](const Draws& draws, std::span<double> to) { fill_gamma(stream, draws, to, 0.5, 2); },
             [](double x) { return std::erf(std::sqrt(x / 2)); });
  check_good([](const Draws& draws, std::span<double> to) { fill_gamma(stream, draws, to, 1, 2); },
             [](double x) { return -std::expm1(-x / 2); });
  check_good([](const Draws& draws, std::span<double> to) { fill_gamma(stream, draws, to, 3, 2); },
             [](double x) { return 1 - std::exp(-x / 2) * (1 + x / 2 + x * x / 8); });
}

TEST_CASE("gamma family: sums of squares are good for one and four degrees of freedom") {
  check_good([](const Draws& draws, std::span<double> to) { fill_chi_square(stream, draws, to, 1); },
             [](double x) { return std::erf(std::sqrt(x / 2)); });
  check_good([](const Draws& draws, std::span<double> to) { fill_chi_square(stream, draws, to, 4); },
             [](double x) { return 1 - std::exp(-x / 2) * (1 + x / 2); });
}

TEST_CASE("gamma family: beta-distributed numbers are good, and for tiny parameters near 0 or 1") {
  check_good([](const Draws& draws, std::span<double> to) { fill_beta(stream, draws, to, 2, 3); },
             [](double x) { return x * x * (6 - 8 * x + 3 * x * x); });
  check_good([](const Draws& draws, std::span<double> to) { fill_beta(stream, draws, to, 0.5, 0.5); },
             [](double x) { return 2 / std::numbers::pi * std::asin(std::sqrt(x)); });
  const auto tiny = numbers_of(
      {}, 10'000, [](const Draws& draws, std::span<double> to) { fill_beta(stream, draws, to, 1e-5, 3e-5); });
  double sum = 0;
  int between = 0;  // 2 are expected
  for (const double number : tiny) {
    between += number > 1e-6 && number < 1 - 1e-6 ? 1 : 0;
    sum += number;
  }
  CHECK(between < 10);
  CHECK(sum / 10'000 == doctest::Approx(0.25).epsilon(0.05));
}

TEST_CASE("gamma family: Student's numbers are good for one and two degrees of freedom") {
  check_good([](const Draws& draws, std::span<double> to) { fill_student_t(stream, draws, to, 1); },
             [](double x) { return 0.5 + std::atan(x) / std::numbers::pi; });
  check_good([](const Draws& draws, std::span<double> to) { fill_student_t(stream, draws, to, 2); },
             [](double x) { return 0.5 + x / (2 * std::sqrt(2 + x * x)); });
}

TEST_CASE("gamma family: columns of parameters give the same bits as one value") {
  const std::vector<double> shapes(1000, 0.7), scales(1000, 3.0);
  std::vector<double> one(1000), each(1000);
  fill_gamma(stream, {}, one, 0.7, 3);
  fill_gamma(stream, {}, each, shapes, scales);
  CHECK(one == each);
  fill_beta(stream, {}, one, 0.7, 3);
  fill_beta(stream, {}, each, shapes, scales);
  CHECK(one == each);
}

TEST_CASE("gamma family: parameters that are not above 0 are errors") {
  std::vector<double> numbers(2);
  CHECK_THROWS_WITH_AS(fill_gamma(stream, {}, numbers, 0), "shape is 0, not above 0", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_student_t(stream, {}, numbers, std::vector<double>{1, NAN}),
                       "degrees of freedom of number 1 is nan, not above 0", ramet::Error);
}
