#pragma once

namespace ramet::inline v1::expr {

// Functions around the gamma function. Accurate to some units in the 15th digit. Threads: pure functions.

double log_gamma(double x) noexcept;
double factorial(double n) noexcept;
double binomial(double n, double k) noexcept;
/// P(a, x) and Q(a, x) = 1 - P(a, x), regularised.
double gamma_lower(double a, double x) noexcept;
double gamma_upper(double a, double x) noexcept;
double beta(double p, double q) noexcept;
/// I_x(a, b), regularised.
double beta_incomplete(double x, double a, double b) noexcept;
/// The continued fraction of I_x(a, b), by Lentz's method.
double beta_fraction(double x, double a, double b) noexcept;
/// The real part of Li2(x).
double dilogarithm(double x) noexcept;

}  // namespace ramet::inline v1::expr
