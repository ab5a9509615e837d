#include "ramet/random/counts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "ramet/random/internal/binomial.hpp"
#include "ramet/random/internal/number_source.hpp"
#include "ramet/random/internal/parameters.hpp"
#include "ramet/random/internal/poisson.hpp"
#include "ramet/random/internal/words.hpp"

namespace ramet::inline v1::random {
namespace {

using internal::Attempts;
using internal::Binomial;
using internal::fastest_kernels;
using internal::LargePoisson;
using internal::numbers_at_once;
using internal::SmallPoisson;
using internal::Words;

constexpr double most = 1e15;  // counts are exact in the arithmetic of double

__extension__ using Wide = unsigned __int128;

/// A word times n is n 2^64 steps; the upper half is the number. The first 2^64 mod n of the lower half are rejected,
/// so that all numbers have as many words (D. Lemire, "Fast random integer generation in an interval", 2019).
Count integer_of(const Words& words, std::size_t index, std::uint64_t word, std::uint64_t below) {
  Wide product = Wide{word} * below;
  if (static_cast<std::uint64_t>(product) < below) {
    const std::uint64_t rejected = (0 - below) % below;
    for (std::uint32_t position = 1; static_cast<std::uint64_t>(product) < rejected; ++position)
      product = Wide{words.at(position, index)} * below;
  }
  return static_cast<Count>(product >> 64);
}

/// The first count of the attempts that distribution.count does not reject.
template <class Distribution>
Count first_accepted(const Distribution& distribution, const Attempts& attempts, std::size_t index) {
  for (std::uint32_t attempt = 0;; ++attempt) {
    const auto [first, second] = attempts.pair(index, attempt);
    const Count count = distribution.count(first, second);
    if (count >= 0) return count;
  }
}

void fill_small_poisson(const Words& words, std::span<Count> numbers, double mean) {
  const SmallPoisson distribution(mean);
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    std::array<double, numbers_at_once> reals;
    words.make(0, first, std::span(reals).first(count), fastest_kernels().reals);
    for (std::size_t i = 0; i < count; ++i) numbers[first + i] = distribution.count(reals[i]);
  });
}

/// Successes of trials; failures are counted where they are fewer, so that the distribution's probability is at most
/// 1/2.
Count successes(const Binomial& of_fewer, const Attempts& attempts, std::size_t index, Count trials,
                double probability) {
  const Count fewer = first_accepted(of_fewer, attempts, index);
  return probability <= 0.5 ? fewer : trials - fewer;
}

Binomial binomial_of(Count trials, double probability) {
  return {static_cast<double>(trials), probability <= 0.5 ? probability : 1 - probability};
}

void check_trials(const CountParameter& trials, std::size_t count) {
  internal::check_values(trials, count, "trials", "in 0..10^15",
                         [](Count value) { return value >= 0 && static_cast<double>(value) <= most; });
}

/// The sums of the probabilities from each on. Throws Error(misuse).
std::vector<double> rests_of(std::span<const double> probabilities) {
  std::vector<double> rests(probabilities.begin(), probabilities.end());
  for (const double one : probabilities)
    if (!(one >= 0) || !std::isfinite(one)) detail::fail(ErrorKind::misuse, "a probability is {}, not at least 0", one);
  for (std::size_t k = rests.size() - 1; k-- > 0;) rests[k] += rests[k + 1];
  if (!(rests[0] > 0) || !std::isfinite(rests[0]))
    detail::fail(ErrorKind::misuse, "the probabilities add up to {}", rests[0]);
  return rests;
}

}  // namespace

void fill_integers(const Stream& stream, const Draws& draws, std::span<Count> numbers, const CountParameter& below) {
  internal::check_values(below, numbers.size(), "below", "above 0", [](Count value) { return value > 0; });
  const Words words(stream, draws, internal::Family::integer, numbers.size());
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    std::array<std::uint64_t, numbers_at_once> part;
    words.get(0, first, std::span(part).first(count));
    for (std::size_t i = 0; i < count; ++i)
      numbers[first + i] = integer_of(words, first + i, part[i], static_cast<std::uint64_t>(below[first + i]));
  });
}

void fill_poisson(const Stream& stream, const Draws& draws, std::span<Count> numbers, const Parameter& mean) {
  internal::check_values(mean, numbers.size(), "mean", "in 0..1e15",
                         [](double value) { return value >= 0 && value <= most; });
  const Words words(stream, draws, internal::Family::poisson, numbers.size());
  if (!mean.is_column() && mean[0] < SmallPoisson::largest_mean) return fill_small_poisson(words, numbers, mean[0]);
  std::optional<LargePoisson> same_for_all;
  if (!mean.is_column()) same_for_all.emplace(mean[0]);
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const Attempts attempts(words, first, count);
    std::array<double, numbers_at_once> none;  // the probability of 0, for small means
    for (std::size_t i = 0; i < count; ++i) none[i] = -std::min(mean[first + i], SmallPoisson::largest_mean);
    fastest_kernels().exps(none.data(), count, none.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double of_this = mean[first + i];
      if (of_this < SmallPoisson::largest_mean)
        numbers[first + i] = SmallPoisson::count(of_this, none[i], attempts.pair(i, 0).first);
      else
        numbers[first + i] = first_accepted(same_for_all ? *same_for_all : LargePoisson(of_this), attempts, i);
    }
  });
}

void fill_binomial(const Stream& stream, const Draws& draws, std::span<Count> numbers, const CountParameter& trials,
                   const Parameter& probability) {
  check_trials(trials, numbers.size());
  internal::check_values(probability, numbers.size(), "probability", "in 0..1",
                         [](double value) { return value >= 0 && value <= 1; });
  const Words words(stream, draws, internal::Family::binomial, numbers.size());
  std::optional<Binomial> same_for_all;
  if (!trials.is_column() && !probability.is_column()) same_for_all.emplace(binomial_of(trials[0], probability[0]));
  internal::for_each_part(numbers.size(), [&](std::size_t first, std::size_t count) {
    const Attempts attempts(words, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const Count tries = trials[first + i];
      const double chance = probability[first + i];
      numbers[first + i] =
          successes(same_for_all ? *same_for_all : binomial_of(tries, chance), attempts, i, tries, chance);
    }
  });
}

// Of the trials that are left, the outcomes one after the other have binomial numbers; the words of each begin at a
// position of its own, behind those of all attempts of the one before.
void fill_multinomial(const Stream& stream, const Draws& draws, std::span<const std::span<Count>> numbers,
                      const CountParameter& trials, std::span<const double> probabilities) {
  constexpr std::size_t most_outcomes = 65'536;
  if (numbers.empty() || numbers.size() > most_outcomes || numbers.size() != probabilities.size())
    detail::fail(ErrorKind::misuse, "{} probabilities for {} outcomes, of which there may be 1 to {}",
                 probabilities.size(), numbers.size(), most_outcomes);
  for (const std::span<Count> one : numbers)
    if (one.size() != numbers[0].size())
      detail::fail(ErrorKind::misuse, "outcomes have {} and {} numbers", numbers[0].size(), one.size());
  check_trials(trials, numbers[0].size());
  const std::vector<double> rests = rests_of(probabilities);
  const Words words(stream, draws, internal::Family::multinomial, numbers[0].size());
  internal::for_each_part(numbers[0].size(), [&](std::size_t first, std::size_t count) {
    std::array<Count, numbers_at_once> left;
    for (std::size_t i = 0; i < count; ++i) left[i] = trials[first + i];
    for (std::size_t k = 0; k + 1 < numbers.size(); ++k) {
      const double chance = rests[k] > 0 ? std::min(probabilities[k] / rests[k], 1.) : 0;
      const Attempts attempts(words, first, count, static_cast<std::uint32_t>(k) << 16);
      for (std::size_t i = 0; i < count; ++i) {
        numbers[k][first + i] = successes(binomial_of(left[i], chance), attempts, i, left[i], chance);
        left[i] -= numbers[k][first + i];
      }
    }
    std::copy_n(left.begin(), count, numbers.back().begin() + static_cast<std::ptrdiff_t>(first));
  });
}

}  // namespace ramet::inline v1::random
