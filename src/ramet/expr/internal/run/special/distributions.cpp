#include "ramet/expr/internal/run/special/distributions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "ramet/expr/internal/run/special/gamma_family.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double breit_wigner_relativistic(double x, double median, double gamma) noexcept {
  const double m2 = median * median;
  const double mg2 = m2 * gamma * gamma;
  const double y = std::sqrt(m2 * (m2 + gamma * gamma));
  const double norm = 2 * std::numbers::sqrt2 / std::numbers::pi * median * gamma * y / std::sqrt(m2 + y);
  const double away = x * x - m2;
  return norm / (away * away + mg2);
}

double laplace_integral(double x, double place, double scale) noexcept {
  const double tail = 0.5 * std::exp(-std::fabs((x - place) / scale));
  return x <= place ? tail : 1 - tail;
}

double log_normal(double x, double sigma, double theta, double m) noexcept {
  if (x <= theta || sigma <= 0 || m <= 0) return 0;
  const double away = std::log((x - theta) / m) / sigma;
  return std::exp(-0.5 * away * away) / ((x - theta) * sigma * std::sqrt(2 * std::numbers::pi));
}

double gamma_density(double x, double gamma, double mu, double beta) noexcept {
  if (x < mu || gamma <= 0 || beta <= 0) return 0;
  const double t = (x - mu) / beta;
  if (std::isinf(t)) return 0;
  if (t == 0) return gamma == 1 ? 1 / beta : 0;  // for gamma < 1, too, as in TMath
  return std::exp((gamma - 1) * std::log(t) - t - log_gamma(gamma)) / beta;
}

double beta_density(double x, double p, double q) noexcept {
  if (x < 0 || x > 1 || p <= 0 || q <= 0) return 0;
  return std::pow(x, p - 1) * std::pow(1 - x, q - 1) / beta(p, q);
}

double f_density(double f, double n, double m) noexcept {
  if (f < 0 || n < 1 || m < 1) return 0;
  return std::exp(0.5 * n * std::log(n) + 0.5 * m * std::log(m) + log_gamma(0.5 * (n + m)) - log_gamma(0.5 * n) -
                  log_gamma(0.5 * m) + (0.5 * n - 1) * std::log(f) - 0.5 * (n + m) * std::log(m + n * f));
}

double f_integral(double f, double n, double m) noexcept {
  if (f <= 0 || n <= 0 || m <= 0) return 0;
  return std::isinf(n * f) ? 1 : beta_incomplete(n * f / (m + n * f), 0.5 * n, 0.5 * m);
}

double poisson_density(double x, double mean) noexcept {
  if (mean < 0) return std::nan("");
  if (x < 0) return 0;
  if (x == 0) return std::exp(-mean);
  return std::exp(x * std::log(mean) - log_gamma(x + 1) - mean);
}

double student_density(double t, double degrees) noexcept {
  if (degrees < 1) return 0;
  const double half = 0.5 * degrees;
  return std::exp(log_gamma(half + 0.5) - log_gamma(half) - (half + 0.5) * std::log1p(t * t / degrees)) /
         std::sqrt(degrees * std::numbers::pi);
}

double student_integral(double t, double degrees) noexcept {
  const double tail = 0.5 * beta_incomplete(degrees / (degrees + t * t), 0.5 * degrees, 0.5);
  return t > 0 ? 1 - tail : tail;
}

double binomial_integral(double p, double n, double k) noexcept {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return k == n ? std::pow(p, n) : beta_incomplete(p, k, n - k + 1);
}

double chi_square_probability(double chi2, double degrees) noexcept {
  if (degrees <= 0 || chi2 < 0) return 0;
  return gamma_upper(0.5 * degrees, 0.5 * chi2);
}

// Of the distribution's two series, the one that converges faster; the constants are those of CERNLIB's PROBKL.
double kolmogorov_probability(double z) noexcept {
  const double u = std::fabs(z);
  if (u < 0.2) return 1;
  if (u < 0.755) {
    const double v = -std::numbers::pi * std::numbers::pi / 8 / (u * u);
    return 1 - 2.50662827 * (std::exp(v) + std::exp(9 * v) + std::exp(25 * v)) / u;
  }
  if (u >= 6.8116) return 0;
  const double v = -2 * u * u;
  const int terms = static_cast<int>(std::fmax(1, std::nearbyint(3 / u)));
  double sum = 0;
  for (int k = 1; k <= terms && k <= 4; ++k) sum += (k % 2 == 1 ? 1 : -1) * std::exp(v * k * k);
  return 2 * sum;
}

// Between neighbours of the answer, where Newton's steps stay.
template <class Integral, class Density>
static double root_of(double p, double low, double high, double start, Integral&& integral, Density&& density) {
  double x = start;
  for (int step = 0; step < 200; ++step) {
    const double miss = integral(x) - p;
    (miss > 0 ? high : low) = x;
    const double slope = density(x);
    double next = x - miss / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::fabs(next - x) <= 1e-15 * std::fabs(x) || next == x) return next;
    x = next;
  }
  return x;
}

double chi_square_quantile(double p, double degrees) noexcept {
  if (degrees <= 0 || !(p > 0)) return 0;
  if (p >= 1) return infinity;
  const double third = 2 / (9 * degrees);
  const double cube = 1 - third + normal_quantile(p) * std::sqrt(third);
  // Near 0 the first term of the integral's series is all of it, and the approximation of a cube none.
  const double near_zero = 2 * std::exp((std::log(p) + log_gamma(0.5 * degrees + 1)) * 2 / degrees);
  const double start = near_zero < 0.1 * degrees ? near_zero : std::fmax(degrees * cube * cube * cube, 1e-10);
  double high = std::fmax(2 * start, 1);
  while (gamma_lower(0.5 * degrees, 0.5 * high) < p) high *= 2;
  return root_of(
      p, 0, high, start, [&](double x) { return gamma_lower(0.5 * degrees, 0.5 * x); },
      [&](double x) { return gamma_density(x, 0.5 * degrees, 0, 2); });
}

double student_quantile(double p, double degrees, bool is_lower_tail) noexcept {
  if (degrees < 1 || p >= 1 || !(p > 0)) return 0;
  const double lower = is_lower_tail ? p : 1 - p;
  if (lower == 0.5) return 0;
  const double tail = lower < 0.5 ? lower : 1 - lower;
  double high = 1;
  while (student_integral(-high, degrees) > tail && high < 1e300) high *= 2;
  // From above: the tail's integral rises towards the middle.
  const double found = root_of(
      tail, -high, 0, -0.5 * high, [&](double t) { return student_integral(t, degrees); },
      [&](double t) { return student_density(t, degrees); });
  return lower < 0.5 ? found : -found;
}

}  // namespace ramet::inline v1::expr
