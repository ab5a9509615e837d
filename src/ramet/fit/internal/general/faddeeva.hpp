#pragma once

namespace ramet::inline v1::fit::internal {

/// The value of Faddeeva's function w(x + i y) = exp(-z^2) erfc(-i z). Threads: a value.
struct Faddeeva {
  double real, imaginary;
};

/// Compute it for y >= 0, with relative errors of both parts below 10^-13: trapezoidal rules with the residues of the
/// poles that are near (M. Al Azah, S. N. Chandler-Wilde, SIAM J. Numer. Anal. 59 (2021) 2346).
Faddeeva faddeeva(double x, double y) noexcept;

}  // namespace ramet::inline v1::fit::internal
