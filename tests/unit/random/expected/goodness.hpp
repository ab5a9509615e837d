#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::tests {

/// How well numbers follow a distribution: chi square for 100 bins of equal probability, less its mean and divided by
/// its standard deviation; and Kolmogorov's distance for 1,000 such bins, times the root of how many numbers there are.
struct Goodness {
  double chi_square;
  double distance;

  /// What good numbers of a fixed seed fulfil; one seed in 10,000 would not.
  bool is_good() const { return std::fabs(chi_square) < 4.5 && distance < 2.2; }
};

inline double standard_chi_square(std::span<const double> counts, std::span<const double> expected) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);
}

/// Of real numbers, by their cumulative distribution.
template <class Cumulative>
Goodness goodness_of(std::span<const double> numbers, const Cumulative& cumulative) {
  constexpr std::size_t fine = 1000, coarse = 100;
  std::vector<double> counts(fine), sums(coarse);
  for (const double number : numbers)
    counts[std::min(fine - 1, static_cast<std::size_t>(cumulative(number) * static_cast<double>(fine)))] += 1;
  const auto total = static_cast<double>(numbers.size());
  double below = 0, distance = 0;
  for (std::size_t i = 0; i < fine; ++i) {
    below += counts[i];
    distance = std::max(distance, std::fabs(below / total - static_cast<double>(i + 1) / static_cast<double>(fine)));
    sums[i * coarse / fine] += counts[i];
  }
  return {.chi_square = standard_chi_square(sums, std::vector<double>(coarse, total / coarse)),
          .distance = distance * std::sqrt(total)};
}

/// log n!, as a sum.
inline double log_factorial(double n) {
  double sum = 0;
  for (int i = 2; i <= static_cast<int>(n); ++i) sum += std::log(static_cast<double>(i));
  return sum;
}

/// Of whole numbers from 0 on, by their probabilities; rare ones are joined. Only chi square.
template <class Probability>
double chi_square_of_counts(std::span<const std::int64_t> numbers, const Probability& probability) {
  std::vector<double> all(static_cast<std::size_t>(*std::ranges::max_element(numbers)) + 1);
  for (const std::int64_t number : numbers) all[static_cast<std::size_t>(number)] += 1;
  const auto total = static_cast<double>(numbers.size());
  std::vector<double> counts, expected;
  double count = 0, probable = 0, rest = total, rest_counted = total;
  for (std::size_t i = 0; i < all.size(); ++i) {
    count += all[i];
    probable += total * probability(static_cast<double>(i));
    if (probable < 20 || rest - probable < 20) continue;
    counts.push_back(count);
    expected.push_back(probable);
    rest -= probable;
    rest_counted -= count;
    count = probable = 0;
  }
  counts.push_back(rest_counted);
  expected.push_back(rest);
  return standard_chi_square(counts, expected);
}

}  // namespace ramet::tests
