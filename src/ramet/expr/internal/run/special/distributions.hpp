#pragma once

namespace ramet::inline v1::expr {

// Densities, their integrals, and quantiles. Threads: pure functions.

double breit_wigner_relativistic(double x, double median, double gamma) noexcept;
double laplace_integral(double x, double place, double scale) noexcept;
double log_normal(double x, double sigma, double theta, double m) noexcept;
double gamma_density(double x, double gamma, double mu, double beta) noexcept;
double beta_density(double x, double p, double q) noexcept;
double f_density(double f, double n, double m) noexcept;
double f_integral(double f, double n, double m) noexcept;
double poisson_density(double x, double mean) noexcept;
double student_density(double t, double degrees) noexcept;
double student_integral(double t, double degrees) noexcept;
double binomial_integral(double p, double n, double k) noexcept;
/// The rational functions of Kölbig and Schorr (1984), which have six to eight digits.
double landau_density(double x) noexcept;
double landau_integral(double x) noexcept;
/// A Gaussian of sigma, folded with a Lorentzian of full width gamma.
double voigt(double x, double sigma, double gamma) noexcept;

double chi_square_probability(double chi2, double degrees) noexcept;
double kolmogorov_probability(double z) noexcept;
/// By Wichura's algorithm AS 241.
double normal_quantile(double p) noexcept;
double erf_inverse(double x) noexcept;
double erfc_inverse(double x) noexcept;
double chi_square_quantile(double p, double degrees) noexcept;
double student_quantile(double p, double degrees, bool is_lower_tail) noexcept;

}  // namespace ramet::inline v1::expr
