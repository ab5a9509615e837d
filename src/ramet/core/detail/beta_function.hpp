#pragma once

namespace ramet::inline v1::detail {

// The incomplete beta function, for expressions and for intervals of efficiencies. Parameters a and b are positive.
// Threads: pure functions.

/// The logarithm of |Gamma(x)|. std::lgamma stores the sign in a global variable.
double log_gamma(double x) noexcept;

/// x^a (1 - x)^b / B(a, b)
double beta_weight(double x, double a, double b) noexcept;

/// The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz' method.
double beta_fraction(double x, double a, double b) noexcept;

/// I_x(a, b), regularised: 0 below 0, and 1 above 1.
double beta_incomplete(double x, double a, double b) noexcept;

}  // namespace ramet::inline v1::detail
