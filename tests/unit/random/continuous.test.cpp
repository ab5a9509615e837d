#include "ramet/random/continuous.hpp"

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
constexpr std::size_t many = 300'000;

/// What fill(draws, numbers) writes.
template <class Fill>
std::vector<double> numbers_of(const Draws& draws, std::size_t count, const Fill& fill) {
  std::vector<double> numbers(count);
  fill(draws, std::span(numbers));
  return numbers;
}

template <class Fill, class Cumulative>
void check_numbers(const Fill& fill, const std::array<double, 64>& held, const Cumulative& cumulative) {
  const std::vector<double> first = numbers_of({.first_entry = 5}, 64, fill);
  CHECK(std::vector(held.begin(), held.end()) == first);
  const std::vector<double> whole = numbers_of({}, many, fill);
  CHECK(std::equal(held.begin(), held.end(), whole.begin() + 5));
  const auto goodness = goodness_of(whole, cumulative);
  CAPTURE(goodness.chi_square);
  CAPTURE(goodness.distance);
  CHECK(goodness.is_good());
  // Parts of any size, listed entries, and entries without their neighbours have the same numbers.
  for (std::size_t begin = 3, size = 1; begin + size < 3000; begin += size, size = size * 3 % 700 + 1) {
    const std::vector<double> part = numbers_of({.first_entry = begin}, size, fill);
    CHECK(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(begin)));
  }
  const std::vector<std::uint64_t> entries{7, 100, 99, 5, 70'001};
  const std::vector<double> listed = numbers_of({.entries = entries}, entries.size(), fill);
  for (std::size_t i = 0; i < entries.size(); ++i) CHECK(listed[i] == whole[entries[i]]);
}

}  // namespace

TEST_CASE("continuous: uniform numbers are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_uniform(stream, draws, to, -1, 3); },
                ramet::tests::held::uniform, [](double x) { return (x + 1) / 4; });
}

TEST_CASE("continuous: normal numbers are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_normal(stream, draws, to, 10, 2); },
                ramet::tests::held::normal, [](double x) { return std::erfc((10 - x) / 2 / std::numbers::sqrt2) / 2; });
}

TEST_CASE("continuous: exponential numbers are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_exponential(stream, draws, to, 3); },
                ramet::tests::held::exponential, [](double x) { return -std::expm1(-x / 3); });
}

TEST_CASE("continuous: numbers of Breit and Wigner are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_breit_wigner(stream, draws, to, 91.2, 2.5); },
                ramet::tests::held::breit_wigner,
                [](double x) { return 0.5 + std::atan((x - 91.2) / 1.25) / std::numbers::pi; });
}

TEST_CASE("continuous: logistic numbers are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_logistic(stream, draws, to, 1, 0.5); },
                ramet::tests::held::logistic, [](double x) { return 1 / (1 + std::exp((1 - x) / 0.5)); });
}

TEST_CASE("continuous: numbers of a triangle are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_triangle(stream, draws, to, -1, 0.5, 4); },
                ramet::tests::held::triangle,
                [](double x) { return x < 0.5 ? (x + 1) * (x + 1) / (5 * 1.5) : 1 - (4 - x) * (4 - x) / (5 * 3.5); });
}

TEST_CASE("continuous: numbers of Weibull are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_weibull(stream, draws, to, 1.7, 2); },
                ramet::tests::held::weibull, [](double x) { return -std::expm1(-std::pow(x / 2, 1.7)); });
}

TEST_CASE("continuous: numbers of Moyal are held, good, and the same in any batch") {
  check_numbers([](const Draws& draws, std::span<double> to) { fill_moyal(stream, draws, to, 5, 0.5); },
                ramet::tests::held::moyal,
                [](double x) { return std::erfc(std::exp(-(x - 5) / 0.5 / 2) / std::numbers::sqrt2); });
}

namespace {

/// Landau's cumulative distribution: the integral of its definition, exp(-t (log t + x)) sin(pi t) / (pi t), from 0 on.
double landau_cumulative(double x) {
  constexpr int steps = 4000;
  const double end = 12 + 2 * std::exp(-x - 1);
  double sum = std::numbers::pi / 2;  // the value at 0, half
  for (int i = 1; i <= steps; ++i) {
    const double t = end * i / steps;
    sum += std::exp(-t * (std::log(t) + x)) * std::sin(std::numbers::pi * t) / t;
  }
  return 1 - sum * end / steps / std::numbers::pi;
}

}  // namespace

TEST_CASE("continuous: numbers of Landau are held, good, and the same in any batch") {
  std::vector<double> grid;
  for (int i = 0; i <= 4000; ++i) grid.push_back(landau_cumulative(-3.5 + 0.01 * i));
  check_numbers([](const Draws& draws, std::span<double> to) { fill_landau(stream, draws, to, 5, 0.5); },
                ramet::tests::held::landau,
                [&](double number) {
                  const double place = ((number - 5) / 0.5 + 3.5) / 0.01;
                  if (place < 0) return 0.0;
                  if (place >= 4000) return 1 - (1 - grid[4000]) * 36.5 / (36.5 + (place - 4000) * 0.01);  // as 1 / x
                  const auto i = static_cast<std::size_t>(place);
                  return grid[i] + (place - static_cast<double>(i)) * (grid[i + 1] - grid[i]);
                });
}

TEST_CASE("continuous: columns of parameters give the same bits as one value") {
  const std::vector<double> threes(1000, 3.0), halves(1000, 0.5), fives(1000, 5.0);
  std::vector<double> one(1000), each(1000);
  const auto check_fill = [&](auto fill, const auto&... values) {
    fill(one, values[0]...);
    fill(each, values...);
    CHECK(one == each);
  };
  const auto with = [](auto function) {
    return [function](std::vector<double>& to, const auto&... values) { function(stream, Draws{}, to, values...); };
  };
  check_fill(with([](auto&&... of) { fill_uniform(of...); }), halves, threes);
  check_fill(with([](auto&&... of) { fill_normal(of...); }), threes, halves);
  check_fill(with([](auto&&... of) { fill_exponential(of...); }), threes);
  check_fill(with([](auto&&... of) { fill_breit_wigner(of...); }), threes, halves);
  check_fill(with([](auto&&... of) { fill_logistic(of...); }), threes, halves);
  check_fill(with([](auto&&... of) { fill_triangle(of...); }), halves, threes, fives);
  check_fill(with([](auto&&... of) { fill_weibull(of...); }), halves, threes);
  check_fill(with([](auto&&... of) { fill_landau(of...); }), threes, halves);
  check_fill(with([](auto&&... of) { fill_moyal(of...); }), threes, halves);
}

TEST_CASE("continuous: parameters that cannot be are errors with their numbers") {
  std::vector<double> numbers(4);
  const std::vector<double> three(3), shapes{1, 2, 0, 3};
  CHECK_THROWS_WITH_AS(fill_normal(stream, {}, numbers, 0, three), "sigma has 3 values for 4 numbers", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_weibull(stream, {}, numbers, -1), "shape is -1, not above 0", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_weibull(stream, {}, numbers, shapes), "shape of number 2 is 0, not above 0", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_triangle(stream, {}, numbers, 0, 3, 2),
                       "low, mode and high of number 0 are 0, 3 and 2, not in this order", ramet::Error);
}
