#pragma once

namespace ramet::inline v1::hist {

/// The cumulative distribution function of the beta distribution: the regularized incomplete beta function. Parameters
/// must be positive.
double beta_probability(double x, double a, double b) noexcept;

/// The density of the beta distribution.
double beta_density(double x, double a, double b) noexcept;

/// The quantile of the beta distribution.
double beta_quantile(double probability, double a, double b) noexcept;

/// The quantile of the standard normal distribution.
double normal_quantile(double probability) noexcept;

}  // namespace ramet::inline v1::hist
