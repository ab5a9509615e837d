#pragma once

#include <cstdint>

namespace ramet::inline v1::hist {

/// How an efficiency's confidence interval is made (TEfficiency::EStatOption).
enum class IntervalKind : std::uint8_t {
  clopper_pearson,
  normal,
  wilson,
  agresti_coull,
  feldman_cousins,
  jeffreys,       ///< Bayesian, prior Beta(1/2, 1/2)
  uniform_prior,  ///< Bayesian, prior Beta(1, 1)
  chosen_prior,   ///< Bayesian, prior Beta(alpha, beta)
  mid_p,
};

/// Where an efficiency lies with some confidence. Threads: a value.
struct Interval {
  double low = 0;
  double high = 1;

  bool operator==(const Interval&) const = default;
};

/// The frequentist interval of `passed` out of `total` at a confidence level, as TEfficiency makes it. Throws
/// Error(unsupported) for Feldman-Cousins, Error(misuse) for Bayesian kinds.
Interval frequentist_interval(IntervalKind kind, double passed, double total, double level);

/// The interval of the posterior Beta(a, b) with equal probability outside on both sides.
Interval central_interval(double a, double b, double level) noexcept;
/// The shortest interval of Beta(a, b) that has this probability.
Interval shortest_interval(double a, double b, double level) noexcept;

/// Where the density of Beta(a, b) is largest: 0, 1 or 1/2 where that is at an end or nowhere.
double beta_mode(double a, double b) noexcept;

}  // namespace ramet::inline v1::hist
