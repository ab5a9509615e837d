#pragma once

namespace ramet::inline v1::expr {

// Modified Bessel functions of whole orders. Threads: pure functions.

/// I_n(x); NaN for orders that are negative or above 1000.
double bessel_i(double order, double x) noexcept;
/// K_n(x); 0 for x that is not above 0, NaN for orders that are negative or above 1000.
double bessel_k(double order, double x) noexcept;

}  // namespace ramet::inline v1::expr
