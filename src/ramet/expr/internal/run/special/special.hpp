#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::expr {

/// Functions of mathematics and statistics that are no single operation, under the names that TMath has for them. Their
/// arguments and values are double.
enum class SpecialFunction : std::uint8_t {
  // the gamma function's family
  factorial,
  binomial,         ///< n over k
  gamma_lower,      ///< the regularised lower incomplete gamma function P(a, x)
  beta,             ///< (p, q)
  beta_incomplete,  ///< the regularised incomplete beta function (x, a, b)
  beta_fraction,    ///< its continued fraction (x, a, b)
  dilogarithm,
  // densities, and their integrals from below
  breit_wigner,               ///< (x, mean, gamma)
  breit_wigner_relativistic,  ///< (x, median, gamma)
  cauchy,                     ///< (x, place, scale)
  laplace,                    ///< (x, place, scale)
  laplace_integral,
  log_normal,  ///< (x, sigma, theta, m)
  gamma_dist,  ///< (x, gamma, mu, beta)
  beta_dist,   ///< (x, p, q)
  f_dist,      ///< (F, N, M)
  f_integral,  ///< (F, N, M)
  poisson,     ///< (x, mean), also between whole numbers
  student,     ///< (T, degrees)
  student_integral,
  binomial_integral,  ///< (p, n, k): k or more of n
  landau,             ///< (x, mu, sigma, whether it is normalised)
  landau_integral,    ///< (x)
  voigt,              ///< (x, sigma, gamma)
  normal_integral,    ///< Freq
  // probabilities and quantiles
  chi_square_probability,  ///< (chi2, degrees): of a larger one
  kolmogorov_probability,
  normal_quantile,
  erf_inverse,
  erfc_inverse,
  chi_square_quantile,  ///< (p, degrees)
  student_quantile,     ///< (p, degrees, whether p is the lower tail)
  // Bessel functions
  bessel_j0,
  bessel_j1,
  bessel_y0,
  bessel_y1,
  bessel_i,  ///< (order, x)
  bessel_k,  ///< (order, x)
  // Struve functions
  struve_h0,
  struve_h1,
  struve_l0,
  struve_l1,
  // those of ROOT::Math
  probability,  ///< (the place in probabilities(), its arguments)
  // those of libm, to the last digit
  exp,
  log,
  sin,
  cos,
  tan,
  acos,
  atan,
  sinh,
  cosh,
  atan2,  ///< (y, x)
  // coordinates of vectors, as ROOT::Math has them, also along the axis
  phi_of_plane,  ///< (y, x)
  eta_of_plane,  ///< (pt, z)
  z_beside_eta,  ///< (pt, eta, sinh(eta))
  p_beside_eta,  ///< (pt, eta, cosh(eta))
};

/// The arguments that any of them has, at most.
inline constexpr std::size_t most_special_arguments = 8;

/// Behind which no real direction is: ROOT::Math gives this pseudorapidity, and z more, to vectors along the axis.
inline constexpr double largest_eta = 22756.0;

/// The value: NaN if one of the arguments is, unless a coordinate does not depend on it. Where a function is not
/// defined it is what TMath gives: 0, or NaN. Takes bounded time for all arguments. The array in which they lie has
/// room for most_special_arguments; those that are not given are 0.
double special_value(SpecialFunction function, std::span<const double> arguments) noexcept;

/// A function of libm of one number; null for all others.
using RealFunction = double (*)(double);
RealFunction function_of_libm(SpecialFunction function) noexcept;

}  // namespace ramet::inline v1::expr
