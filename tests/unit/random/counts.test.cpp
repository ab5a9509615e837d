#include "ramet/random/counts.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "unit/random/expected/goodness.hpp"
#include "unit/random/expected/held_values.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::random;
using ramet::tests::chi_square_of_counts;
using ramet::tests::log_factorial;

namespace {

constexpr Stream stream{.seed = 20, .number = 26};

template <class Fill>
std::vector<Count> numbers_of(const Draws& draws, std::size_t count, const Fill& fill) {
  std::vector<Count> numbers(count);
  fill(draws, std::span(numbers));
  return numbers;
}

template <class Fill>
void check_held(const Fill& fill, const std::array<Count, 64>& held) {
  CHECK(numbers_of({.first_entry = 5}, 64, fill) == std::vector(held.begin(), held.end()));
  for (std::size_t i = 0; i < 64; ++i) REQUIRE(numbers_of({.first_entry = 5 + i}, 1, fill)[0] == held[i]);
}

double poisson_probability(double count, double mean) {
  return std::exp(count * std::log(mean) - mean - log_factorial(count));
}

double binomial_probability(double count, double trials, double p) {
  return count > trials ? 0
                        : std::exp(log_factorial(trials) - log_factorial(count) - log_factorial(trials - count) +
                                   count * std::log(p) + (trials - count) * std::log1p(-p));
}

}  // namespace

TEST_CASE("counts: the numbers are held, in batches and alone") {
  namespace held = ramet::tests::held;
  check_held([](const Draws& draws, std::span<Count> to) { fill_integers(stream, draws, to, 1'000'000); },
             held::integers);
  check_held([](const Draws& draws, std::span<Count> to) { fill_poisson(stream, draws, to, 3); }, held::poisson);
  check_held([](const Draws& draws, std::span<Count> to) { fill_poisson(stream, draws, to, 1000); },
             held::large_poisson);
  check_held([](const Draws& draws, std::span<Count> to) { fill_binomial(stream, draws, to, 20, 0.3); },
             held::binomial);
  check_held([](const Draws& draws, std::span<Count> to) { fill_binomial(stream, draws, to, 1000, 0.7); },
             held::large_binomial);
}

TEST_CASE("counts: integers below n have equal probabilities, also of an n that rejects many words") {
  const auto dice =
      numbers_of({}, 300'000, [](const Draws& draws, std::span<Count> to) { fill_integers(stream, draws, to, 7); });
  CHECK(std::fabs(chi_square_of_counts(dice, [](double count) { return count < 7 ? 1. / 7 : 0; })) < 4.5);
  constexpr Count third = (Count{1} << 62) / 3 * 4;  // about a third of the words are rejected
  const auto large =
      numbers_of({}, 300'000, [](const Draws& draws, std::span<Count> to) { fill_integers(stream, draws, to, third); });
  std::vector<Count> tenths;
  for (const Count number : large) tenths.push_back(number / (third / 10 + 1));
  CHECK(std::fabs(chi_square_of_counts(tenths, [](double count) { return count < 10 ? 0.1 : 0; })) < 4.5);
  CHECK(numbers_of({}, 3, [](const Draws& draws, std::span<Count> to) { fill_integers(stream, draws, to, 1); }) ==
        std::vector<Count>{0, 0, 0});
}

TEST_CASE("counts: Poisson's numbers are good for small and large means") {
  for (const double mean : {0.01, 0.7, 3.0, 9.99, 10.0, 11.5, 100.0, 3000.0}) {
    CAPTURE(mean);
    const auto numbers = numbers_of(
        {}, 200'000, [&](const Draws& draws, std::span<Count> to) { fill_poisson(stream, draws, to, mean); });
    const double chi_square =
        chi_square_of_counts(numbers, [&](double count) { return poisson_probability(count, mean); });
    CAPTURE(chi_square);
    CHECK(std::fabs(chi_square) < 4.5);
  }
}

TEST_CASE("counts: a very large mean has a spread of its root") {
  const auto numbers =
      numbers_of({}, 10'000, [](const Draws& draws, std::span<Count> to) { fill_poisson(stream, draws, to, 1e15); });
  double sum = 0, squares = 0;
  for (const Count number : numbers) {
    const double deviation = (static_cast<double>(number) - 1e15) / std::sqrt(1e15);
    sum += deviation;
    squares += deviation * deviation;
  }
  CHECK(std::fabs(sum / 10'000) < 0.05);
  CHECK(squares / 10'000 == doctest::Approx(1).epsilon(0.06));
  CHECK(numbers_of({}, 1, [](const Draws& draws, std::span<Count> to) { fill_poisson(stream, draws, to, 0); })[0] == 0);
}

TEST_CASE("counts: binomial numbers are good for few and many trials and any probability") {
  struct Case {
    Count trials;
    double probability;
  };
  for (const auto& [trials, p] : {Case{1, 0.3}, Case{20, 0.3}, Case{20, 0.95}, Case{10'000, 3e-4}, Case{40, 0.5},
                                  Case{100, 0.3}, Case{1000, 0.7}, Case{20'000, 0.02}}) {
    CAPTURE(trials);
    CAPTURE(p);
    const auto numbers = numbers_of(
        {}, 200'000, [&](const Draws& draws, std::span<Count> to) { fill_binomial(stream, draws, to, trials, p); });
    const double chi_square = chi_square_of_counts(
        numbers, [&](double count) { return binomial_probability(count, static_cast<double>(trials), p); });
    CAPTURE(chi_square);
    CHECK(std::fabs(chi_square) < 4.5);
  }
  std::vector<Count> sure(3);
  fill_binomial(stream, {}, sure, 7, std::vector{0.0, 1.0, 1.0});
  CHECK(sure == std::vector<Count>{0, 7, 7});
}

TEST_CASE("counts: columns of parameters give the same numbers as one value") {
  std::vector<Count> one(1000), each(1000);
  for (const double mean : {0.0, 3.0, 9.0, 10.0, 500.0}) {
    fill_poisson(stream, {}, one, mean);
    fill_poisson(stream, {}, each, std::vector(1000, mean));
    CHECK(one == each);
  }
  fill_binomial(stream, {}, one, 100, 0.4);
  fill_binomial(stream, {}, each, std::vector<Count>(1000, 100), std::vector(1000, 0.4));
  CHECK(one == each);
}

TEST_CASE("counts: parameters outside their range are errors with their numbers") {
  std::vector<Count> numbers(2);
  CHECK_THROWS_WITH_AS(fill_integers(stream, {}, numbers, 0), "below is 0, not above 0", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_poisson(stream, {}, numbers, std::vector{1.0, -2.0}),
                       "mean of number 1 is -2, not in 0..1e15", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_binomial(stream, {}, numbers, -1, 0.5), "trials is -1, not in 0..10^15", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_binomial(stream, {}, numbers, 5, 1.5), "probability is 1.5, not in 0..1", ramet::Error);
}

TEST_CASE("counts: multinomial numbers add up to the trials, and each is binomial") {
  constexpr std::size_t draws = 20'000;
  const std::array probabilities{1., 2., 0., 5.};  // in proportion
  std::array<std::vector<Count>, 4> counts;
  std::vector<std::span<Count>> spans;
  for (std::vector<Count>& one : counts) spans.emplace_back(one = std::vector<Count>(draws));
  fill_multinomial(stream, {}, spans, 80, probabilities);
  std::array<double, 4> means{};
  double together = 0;
  for (std::size_t i = 0; i < draws; ++i) {
    REQUIRE(counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i] == 80);
    for (std::size_t k = 0; k < 4; ++k) means[k] += static_cast<double>(counts[k][i]) / draws;
    together += static_cast<double>((counts[0][i] - 10) * (counts[1][i] - 20)) / draws;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const double expected = 10 * probabilities[k];
    CHECK(std::abs(means[k] - expected) <= 5 * std::sqrt(expected / draws));
  }
  CHECK(together == doctest::Approx(-80 * 0.125 * 0.25).epsilon(0.2));  // covariance -n p q
}

TEST_CASE("counts: parts and columns of multinomial numbers are the same bits") {
  std::array<std::vector<Count>, 3> whole{std::vector<Count>(900), std::vector<Count>(900), std::vector<Count>(900)};
  std::array<std::vector<Count>, 3> part{std::vector<Count>(50), std::vector<Count>(50), std::vector<Count>(50)};
  const std::array probabilities{0.2, 0.3, 0.5};
  fill_multinomial(stream, {}, std::array<std::span<Count>, 3>{whole[0], whole[1], whole[2]}, 1000, probabilities);
  fill_multinomial(stream, {.first_entry = 777}, std::array<std::span<Count>, 3>{part[0], part[1], part[2]},
                   std::vector<Count>(50, 1000), probabilities);
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::equal(part[k].begin(), part[k].end(), whole[k].begin() + 777));
}

TEST_CASE("counts: multinomial probabilities that cannot be are an error") {
  std::vector<Count> one(2), other(2);
  const std::array<std::span<Count>, 2> both{one, other};
  CHECK_THROWS_WITH_AS(fill_multinomial(stream, {}, both, 3, std::array{0.5}),
                       "1 probabilities for 2 outcomes, of which there may be 1 to 65536", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_multinomial(stream, {}, both, 3, std::array{0.5, -1.}),
                       "a probability is -1, not at least 0", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_multinomial(stream, {}, both, 3, std::array{0., 0.}), "the probabilities add up to 0",
                       ramet::Error);
  CHECK_THROWS_AS(fill_multinomial(stream, {}, both, -1, std::array{1., 1.}), ramet::Error);
}
