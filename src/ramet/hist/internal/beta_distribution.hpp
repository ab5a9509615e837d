#pragma once

namespace ramet::inline v1::hist {

/// The probability that a number of the beta distribution with these two parameters is at most x: the regularized
/// incomplete beta function. Parameters are above 0.
double beta_probability(double x, double a, double b) noexcept;

/// The density of the beta distribution.
double beta_density(double x, double a, double b) noexcept;

/// The number that a probability belongs to.
double beta_quantile(double probability, double a, double b) noexcept;

/// The number that a probability belongs to in the normal distribution of mean 0 and standard deviation 1.
double normal_quantile(double probability) noexcept;

}  // namespace ramet::inline v1::hist
