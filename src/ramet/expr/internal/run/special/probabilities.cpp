#include "ramet/expr/internal/run/special/probabilities.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "ramet/expr/internal/run/special/distributions.hpp"
#include "ramet/expr/internal/run/special/gamma_family.hpp"

namespace ramet::inline v1::expr {

namespace {

using std::numbers::pi;

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double root_of_two_pi = 2.5066282746310005;

// --- of a normal distribution, and what is made of it ---

double standard_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double standard_quantile(double p) {
  if (p <= 0) return -endless;
  return p >= 1 ? endless : normal_quantile(p);
}

// (x, sigma, x0)
double normal_pdf(const double* a) noexcept {
  const double z = (a[0] - a[2]) / a[1];
  return std::exp(-z * z / 2) / (root_of_two_pi * std::fabs(a[1]));
}
double normal_cdf(const double* a) noexcept { return standard_below((a[0] - a[2]) / a[1]); }
double normal_cdf_c(const double* a) noexcept { return standard_below(-(a[0] - a[2]) / a[1]); }
double normal_inverse(const double* a) noexcept { return a[1] * standard_quantile(a[0]); }
double normal_inverse_c(const double* a) noexcept { return -a[1] * standard_quantile(a[0]); }

// (x, y, sigma x, sigma y, rho, x0, y0)
double bigaussian_pdf(const double* a) noexcept {
  const double u = (a[0] - a[5]) / a[2];
  const double v = (a[1] - a[6]) / a[3];
  const double rest = 1 - a[4] * a[4];
  return std::exp(-(u * u - 2 * a[4] * u * v + v * v) / (2 * rest)) / (2 * pi * a[2] * a[3] * std::sqrt(rest));
}

// (x, m, s, x0)
double lognormal_pdf(const double* a) noexcept {
  const double x = a[0] - a[3];
  if (x <= 0) return 0;
  const double z = (std::log(x) - a[1]) / a[2];
  return std::exp(-z * z / 2) / (x * std::fabs(a[2]) * root_of_two_pi);
}
double lognormal_cdf(const double* a) noexcept { return standard_below((std::log(a[0] - a[3]) - a[1]) / a[2]); }
double lognormal_cdf_c(const double* a) noexcept { return standard_below(-(std::log(a[0] - a[3]) - a[1]) / a[2]); }
double lognormal_inverse(const double* a) noexcept { return std::exp(a[1] + a[2] * standard_quantile(a[0])); }
double lognormal_inverse_c(const double* a) noexcept { return std::exp(a[1] - a[2] * standard_quantile(a[0])); }

/// A Gaussian with a tail of a power law, of arguments (x, alpha, n, sigma, mean). Threads: a value.
struct CrystalBall {
  explicit CrystalBall(const double* a)
      : size(std::fabs(a[1])),
        power(a[2]),
        z((a[1] < 0 ? -1 : 1) * (a[0] - a[4]) / a[3]),
        factor(std::exp(-size * size / 2)) {}

  double height() const {
    return z > -size ? std::exp(-z * z / 2) : factor * std::pow(power / size / (power / size - size - z), power);
  }
  double tail() const { return power / size / (power - 1) * factor; }
  double area() const { return tail() + std::sqrt(pi / 2) * (1 + std::erf(size / std::numbers::sqrt2)); }
  /// The part of the area from the tail's side up to x.
  double share() const { return z <= -size ? share_of_tail() : 1 - rest_of_core(); }
  double rest() const { return z <= -size ? 1 - share_of_tail() : rest_of_core(); }

 private:
  double share_of_tail() const {
    const double base = power / size;
    return tail() * std::pow(base / (base - size - z), power - 1) / area();
  }
  double rest_of_core() const { return std::sqrt(pi / 2) * std::erfc(z / std::numbers::sqrt2) / area(); }

  double size;  ///< of alpha
  double power;
  double z;  ///< with the tail below 0
  double factor;
};

double crystalball_function(const double* a) noexcept { return a[3] < 0 ? 0 : CrystalBall(a).height(); }
double crystalball_pdf(const double* a) noexcept {
  if (a[3] < 0) return 0;
  if (a[2] <= 1) return std::nan("");
  const CrystalBall shape(a);
  return shape.height() / (a[3] * shape.area());
}
double crystalball_cdf(const double* a) noexcept {
  if (a[2] <= 1) return std::nan("");
  const CrystalBall shape(a);
  return a[1] < 0 ? shape.rest() : shape.share();
}
double crystalball_cdf_c(const double* a) noexcept {
  if (a[2] <= 1) return std::nan("");
  const CrystalBall shape(a);
  return a[1] < 0 ? shape.share() : shape.rest();
}

// --- of simple ones ---

// (x, width, x0)
double cauchy_pdf(const double* a) noexcept { return a[1] / (pi * ((a[0] - a[2]) * (a[0] - a[2]) + a[1] * a[1])); }
double cauchy_cdf(const double* a) noexcept { return 0.5 + std::atan((a[0] - a[2]) / a[1]) / pi; }
double cauchy_cdf_c(const double* a) noexcept { return 0.5 - std::atan((a[0] - a[2]) / a[1]) / pi; }
double cauchy_inverse(const double* a) noexcept {
  if (a[0] <= 0) return -endless;
  if (a[0] >= 1) return endless;
  return a[0] < 0.5 ? -a[1] / std::tan(pi * a[0]) : a[1] * std::tan(pi * (a[0] - 0.5));
}
double cauchy_inverse_c(const double* a) noexcept { return -cauchy_inverse(a); }

// Breit and Wigner's are Cauchy's of half the width.
template <double (*function)(const double*) noexcept>
double of_half_width(const double* a) noexcept {
  const double half[] = {a[0], a[1] / 2, a[2]};
  return function(half);
}

// (x, lambda, x0)
double exponential_pdf(const double* a) noexcept { return a[0] < a[2] ? 0 : a[1] * std::exp(-a[1] * (a[0] - a[2])); }
double exponential_cdf(const double* a) noexcept { return a[0] < a[2] ? 0 : -std::expm1(-a[1] * (a[0] - a[2])); }
double exponential_cdf_c(const double* a) noexcept { return a[0] < a[2] ? 1 : std::exp(-a[1] * (a[0] - a[2])); }
double exponential_inverse(const double* a) noexcept { return -std::log1p(-a[0]) / a[1]; }
double exponential_inverse_c(const double* a) noexcept { return -std::log(a[0]) / a[1]; }

// (x, low, high, x0)
double uniform_pdf(const double* a) noexcept {
  const double x = a[0] - a[3];
  return x >= a[1] && x < a[2] ? 1 / (a[2] - a[1]) : 0;
}
double uniform_cdf(const double* a) noexcept {
  const double x = a[0] - a[3];
  if (x < a[1]) return 0;
  return x >= a[2] ? 1 : (x - a[1]) / (a[2] - a[1]);
}
double uniform_cdf_c(const double* a) noexcept {
  const double x = a[0] - a[3];
  if (x < a[1]) return 1;
  return x >= a[2] ? 0 : (a[2] - x) / (a[2] - a[1]);
}
double uniform_inverse(const double* a) noexcept { return a[1] + a[0] * (a[2] - a[1]); }
double uniform_inverse_c(const double* a) noexcept { return a[2] - a[0] * (a[2] - a[1]); }

// (x, xi, x0)
double landau_pdf(const double* a) noexcept { return a[1] <= 0 ? 0 : landau_density((a[0] - a[2]) / a[1]) / a[1]; }
double landau_cdf(const double* a) noexcept { return landau_integral((a[0] - a[2]) / a[1]); }
double landau_cdf_c(const double* a) noexcept { return 1 - landau_cdf(a); }

// --- of gamma distributions ---

// Where the share of a gamma distribution above is z.
double gamma_above_inverse(double shape, double z) {
  if (!(shape > 0) || z >= 1) return 0;
  if (z <= 0) return endless;
  if (z > 1e-3) return chi_square_quantile(1 - z, 2 * shape) / 2;
  double low = 0;
  double high = shape + 1;
  while (gamma_upper(shape, high) > z && high < 1e300) high *= 2;
  for (int step = 0; step < 200; ++step) {
    const double middle = 0.5 * (low + high);
    (gamma_upper(shape, middle) > z ? low : high) = middle;
  }
  return high;
}

// (x, alpha, theta, x0)
double gamma_pdf(const double* a) noexcept {
  const double x = (a[0] - a[3]) / a[2];
  if (a[0] < a[3]) return 0;
  if (x == 0) return a[1] == 1 ? 1 / a[2] : 0;
  return std::exp((a[1] - 1) * std::log(x) - x - log_gamma(a[1])) / a[2];
}
double gamma_cdf(const double* a) noexcept { return gamma_lower(a[1], (a[0] - a[3]) / a[2]); }
double gamma_cdf_c(const double* a) noexcept { return gamma_upper(a[1], (a[0] - a[3]) / a[2]); }
double gamma_inverse(const double* a) noexcept { return a[2] * chi_square_quantile(a[0], 2 * a[1]) / 2; }
double gamma_inverse_c(const double* a) noexcept { return a[2] * gamma_above_inverse(a[1], a[0]); }

// (x, r, x0)
double chisquared_pdf(const double* a) noexcept {
  const double x = a[0] - a[2];
  if (x < 0) return 0;
  const double power = a[1] / 2 - 1;
  if (x == 0 && power == 0) return 0.5;
  return std::exp(power * std::log(x / 2) - x / 2 - log_gamma(a[1] / 2)) / 2;
}
double chisquared_cdf(const double* a) noexcept { return gamma_lower(a[1] / 2, (a[0] - a[2]) / 2); }
double chisquared_cdf_c(const double* a) noexcept { return gamma_upper(a[1] / 2, (a[0] - a[2]) / 2); }
double chisquared_inverse(const double* a) noexcept { return chi_square_quantile(a[0], a[1]); }
double chisquared_inverse_c(const double* a) noexcept { return 2 * gamma_above_inverse(a[1] / 2, a[0]); }

// (n, mu)
double poisson_pdf(const double* a) noexcept {
  if (a[1] < 0) return std::nan("");
  if (a[0] < 0) return 0;
  return a[0] == 0 ? std::exp(-a[1]) : std::exp(a[0] * std::log(a[1]) - log_gamma(a[0] + 1) - a[1]);
}
double poisson_cdf(const double* a) noexcept { return a[0] < 0 ? 1 : gamma_upper(a[0] + 1, a[1]); }
double poisson_cdf_c(const double* a) noexcept { return a[0] < 0 ? 0 : gamma_lower(a[0] + 1, a[1]); }

// (a, x)
double inc_gamma(const double* a) noexcept { return gamma_lower(a[0], a[1]); }
double inc_gamma_c(const double* a) noexcept { return gamma_upper(a[0], a[1]); }

// --- of beta distributions ---

double beta_below(double x, double a, double b) {
  if (!(a > 0) || !(b > 0) || x <= 0) return 0;
  return x >= 1 ? 1 : beta_incomplete(x, a, b);
}

double beta_below_inverse(double z, double a, double b) {
  if (!(a > 0) || !(b > 0) || z <= 0) return 0;
  if (z >= 1) return 1;
  double low = 0;
  double high = 1;
  for (int step = 0; step < 1100; ++step) {  // as many as there are powers of 2, for answers near 0
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (beta_incomplete(middle, a, b) < z ? low : high) = middle;
  }
  return high;
}

// (x, a, b)
double beta_pdf(const double* a) noexcept {
  if (a[0] < 0 || a[0] > 1) return 0;
  const double scale = log_gamma(a[1] + a[2]) - log_gamma(a[1]) - log_gamma(a[2]);
  const double left = a[1] == 1 ? 0 : std::log(a[0]) * (a[1] - 1);  // 0 at x = 0, too
  const double right = a[2] == 1 ? 0 : std::log1p(-a[0]) * (a[2] - 1);
  return std::exp(scale + left + right);
}
double beta_cdf(const double* a) noexcept { return beta_below(a[0], a[1], a[2]); }
double beta_cdf_c(const double* a) noexcept { return beta_below(1 - a[0], a[2], a[1]); }
double beta_inverse(const double* a) noexcept { return beta_below_inverse(a[0], a[1], a[2]); }
double beta_inverse_c(const double* a) noexcept {
  return a[0] < 0.5 ? 1 - beta_below_inverse(a[0], a[2], a[1]) : beta_below_inverse(1 - a[0], a[1], a[2]);
}

// (k, p, n)
double binomial_pdf(const double* a) noexcept {
  const double k = a[0];
  const double n = a[2];
  if (k < 0 || k > n) return 0;
  const double scale = log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
  const double of_passed = k == 0 ? 0 : k * std::log(a[1]);
  const double of_failed = n == k ? 0 : (n - k) * std::log1p(-a[1]);
  return std::exp(scale + of_passed + of_failed);
}
double binomial_cdf_c(const double* a) noexcept {
  if (a[0] < 0 || a[0] >= a[2]) return 0;
  return beta_below(a[1], a[0] + 1, a[2] - a[0]);
}
double binomial_cdf(const double* a) noexcept {
  if (a[0] < 0 || a[0] >= a[2]) return 1;
  return beta_below(1 - a[1], a[2] - a[0], a[0] + 1);
}

// (k, p, n), where n may be between whole numbers
double negative_binomial_pdf(const double* a) noexcept {
  if (a[2] < 0 || a[1] < 0 || a[1] > 1 || a[0] < 0) return 0;
  const double scale = log_gamma(a[0] + a[2]) - log_gamma(a[0] + 1) - log_gamma(a[2]);
  return std::exp(scale + a[2] * std::log(a[1]) + (a[0] == 0 ? 0 : a[0] * std::log1p(-a[1])));
}
double negative_binomial_cdf(const double* a) noexcept {
  return a[2] < 0 || a[1] < 0 || a[1] > 1 ? 0 : beta_below(a[1], a[2], a[0] + 1);
}
double negative_binomial_cdf_c(const double* a) noexcept {
  return a[2] < 0 || a[1] < 0 || a[1] > 1 ? 0 : beta_below(1 - a[1], a[0] + 1, a[2]);
}

// (x, n, m, x0)
double fdistribution_pdf(const double* a) noexcept {
  const double x = a[0] - a[3];
  const double n = a[1];
  const double m = a[2];
  if (n < 0 || m < 0) return std::nan("");
  if (x < 0) return 0;
  return std::exp(n / 2 * std::log(n) + m / 2 * std::log(m) + log_gamma((n + m) / 2) - log_gamma(n / 2) -
                  log_gamma(m / 2) + (n / 2 - 1) * std::log(x) - (n + m) / 2 * std::log(m + n * x));
}
double fdistribution_cdf(const double* a) noexcept {
  if (a[1] < 0 || a[2] < 0) return std::nan("");
  const double x = a[1] * (a[0] - a[3]);
  if (x <= 0) return 0;
  return x > a[2] ? 1 - beta_below(a[2] / (a[2] + x), a[2] / 2, a[1] / 2)
                  : beta_below(x / (a[2] + x), a[1] / 2, a[2] / 2);
}
double fdistribution_cdf_c(const double* a) noexcept {
  if (a[1] < 0 || a[2] < 0) return std::nan("");
  const double x = a[1] * (a[0] - a[3]);
  return x <= 0 ? 1 : beta_below(a[2] / (a[2] + x), a[2] / 2, a[1] / 2);
}
double fdistribution_inverse(const double* a) noexcept {
  if (a[1] < 0 || a[2] < 0) return std::nan("");
  const double part = beta_below_inverse(a[0], a[1] / 2, a[2] / 2);
  return a[2] * part / (a[1] * (1 - part));
}
double fdistribution_inverse_c(const double* a) noexcept {
  if (a[1] < 0 || a[2] < 0) return std::nan("");
  const double part = beta_below_inverse(a[0], a[2] / 2, a[1] / 2);
  return a[2] * (1 - part) / (a[1] * part);
}

// (x, r, x0)
double tdistribution_pdf(const double* a) noexcept {
  const double x = a[0] - a[2];
  return std::exp(log_gamma((a[1] + 1) / 2) - log_gamma(a[1] / 2) - (a[1] + 1) / 2 * std::log1p(x * x / a[1])) /
         std::sqrt(pi * a[1]);
}
double tdistribution_cdf(const double* a) noexcept { return student_integral(a[0] - a[2], a[1]); }
double tdistribution_cdf_c(const double* a) noexcept { return student_integral(a[2] - a[0], a[1]); }
double tdistribution_inverse(const double* a) noexcept {
  if (a[1] >= 1 || !(a[1] > 0) || a[0] <= 0 || a[0] >= 1) return student_quantile(a[0], a[1], true);
  const double tail = beta_below_inverse(2 * (a[0] < 0.5 ? a[0] : 1 - a[0]), a[1] / 2, 0.5);
  return (a[0] < 0.5 ? -1 : 1) * std::sqrt(a[1] * (1 - tail) / tail);
}
double tdistribution_inverse_c(const double* a) noexcept { return -tdistribution_inverse(a); }

// (x, a, b)
double inc_beta(const double* a) noexcept { return beta_below(a[0], a[1], a[2]); }

struct NamedFunction {
  std::string_view name;
  double (*value)(const double* arguments) noexcept;
};

constexpr auto functions = std::to_array<NamedFunction>({
    {"normal_pdf", normal_pdf},
    {"normal_cdf", normal_cdf},
    {"normal_cdf_c", normal_cdf_c},
    {"normal_quantile", normal_inverse},
    {"normal_quantile_c", normal_inverse_c},
    {"gaussian_pdf", normal_pdf},
    {"gaussian_cdf", normal_cdf},
    {"gaussian_cdf_c", normal_cdf_c},
    {"gaussian_quantile", normal_inverse},
    {"gaussian_quantile_c", normal_inverse_c},
    {"bigaussian_pdf", bigaussian_pdf},
    {"lognormal_pdf", lognormal_pdf},
    {"lognormal_cdf", lognormal_cdf},
    {"lognormal_cdf_c", lognormal_cdf_c},
    {"lognormal_quantile", lognormal_inverse},
    {"lognormal_quantile_c", lognormal_inverse_c},
    {"crystalball_function", crystalball_function},
    {"crystalball_pdf", crystalball_pdf},
    {"crystalball_cdf", crystalball_cdf},
    {"crystalball_cdf_c", crystalball_cdf_c},
    {"cauchy_pdf", cauchy_pdf},
    {"cauchy_cdf", cauchy_cdf},
    {"cauchy_cdf_c", cauchy_cdf_c},
    {"cauchy_quantile", cauchy_inverse},
    {"cauchy_quantile_c", cauchy_inverse_c},
    {"breitwigner_pdf", of_half_width<cauchy_pdf>},
    {"breitwigner_cdf", of_half_width<cauchy_cdf>},
    {"breitwigner_cdf_c", of_half_width<cauchy_cdf_c>},
    {"breitwigner_quantile", of_half_width<cauchy_inverse>},
    {"breitwigner_quantile_c", of_half_width<cauchy_inverse_c>},
    {"exponential_pdf", exponential_pdf},
    {"exponential_cdf", exponential_cdf},
    {"exponential_cdf_c", exponential_cdf_c},
    {"exponential_quantile", exponential_inverse},
    {"exponential_quantile_c", exponential_inverse_c},
    {"uniform_pdf", uniform_pdf},
    {"uniform_cdf", uniform_cdf},
    {"uniform_cdf_c", uniform_cdf_c},
    {"uniform_quantile", uniform_inverse},
    {"uniform_quantile_c", uniform_inverse_c},
    {"landau_pdf", landau_pdf},
    {"landau_cdf", landau_cdf},
    {"landau_cdf_c", landau_cdf_c},
    {"gamma_pdf", gamma_pdf},
    {"gamma_cdf", gamma_cdf},
    {"gamma_cdf_c", gamma_cdf_c},
    {"gamma_quantile", gamma_inverse},
    {"gamma_quantile_c", gamma_inverse_c},
    {"chisquared_pdf", chisquared_pdf},
    {"chisquared_cdf", chisquared_cdf},
    {"chisquared_cdf_c", chisquared_cdf_c},
    {"chisquared_quantile", chisquared_inverse},
    {"chisquared_quantile_c", chisquared_inverse_c},
    {"poisson_pdf", poisson_pdf},
    {"poisson_cdf", poisson_cdf},
    {"poisson_cdf_c", poisson_cdf_c},
    {"binomial_pdf", binomial_pdf},
    {"binomial_cdf", binomial_cdf},
    {"binomial_cdf_c", binomial_cdf_c},
    {"negative_binomial_pdf", negative_binomial_pdf},
    {"negative_binomial_cdf", negative_binomial_cdf},
    {"negative_binomial_cdf_c", negative_binomial_cdf_c},
    {"beta_pdf", beta_pdf},
    {"beta_cdf", beta_cdf},
    {"beta_cdf_c", beta_cdf_c},
    {"beta_quantile", beta_inverse},
    {"beta_quantile_c", beta_inverse_c},
    {"fdistribution_pdf", fdistribution_pdf},
    {"fdistribution_cdf", fdistribution_cdf},
    {"fdistribution_cdf_c", fdistribution_cdf_c},
    {"fdistribution_quantile", fdistribution_inverse},
    {"fdistribution_quantile_c", fdistribution_inverse_c},
    {"tdistribution_pdf", tdistribution_pdf},
    {"tdistribution_cdf", tdistribution_cdf},
    {"tdistribution_cdf_c", tdistribution_cdf_c},
    {"tdistribution_quantile", tdistribution_inverse},
    {"tdistribution_quantile_c", tdistribution_inverse_c},
    {"inc_gamma", inc_gamma},
    {"inc_gamma_c", inc_gamma_c},
    {"inc_beta", inc_beta},
});

constexpr bool is_aligned() {
  if (functions.size() != probabilities.size()) return false;
  for (std::size_t k = 0; k < functions.size(); ++k)
    if (functions[k].name != probabilities[k].name) return false;
  return true;
}
static_assert(is_aligned(), "functions are in the order of their names");

}  // namespace

double probability_value(double place, const double* arguments) noexcept {
  const bool is_there = place >= 0 && place < static_cast<double>(functions.size());
  return is_there ? functions[static_cast<std::size_t>(place)].value(arguments) : std::nan("");
}

}  // namespace ramet::inline v1::expr
