#pragma once

#include <cstdint>

namespace ramet::inline v1::hist {

/// The kinds of confidence intervals of an efficiency (TEfficiency::EStatOption).
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

/// A confidence interval of an efficiency. Threads: a value.
struct Interval {
  double low = 0;
  double high = 1;

  bool operator==(const Interval&) const = default;
};

/// The frequentist interval for `passed` out of `total` at a confidence level, as computed by TEfficiency. Throws
/// Error(unsupported) for Feldman-Cousins, Error(misuse) for Bayesian kinds.
Interval frequentist_interval(IntervalKind kind, double passed, double total, double level);

/// The interval of the posterior Beta(a, b) with equal probabilities on both sides.
Interval central_interval(double a, double b, double level) noexcept;
/// The shortest interval of Beta(a, b) with this probability.
Interval shortest_interval(double a, double b, double level) noexcept;

/// The mode of Beta(a, b): 0 or 1 if it is at an end, 1/2 if there is none.
double beta_mode(double a, double b) noexcept;

}  // namespace ramet::inline v1::hist
