#include <array>
#include <cmath>
#include <numbers>

#include "ramet/expr/internal/run/special/distributions.hpp"

namespace ramet::inline v1::expr {

namespace {

using Coefficients = std::array<double, 8>;

// M. J. Wichura, The percentage points of the normal distribution, Applied Statistics 37 (1988), algorithm AS 241.
constexpr Coefficients central_top = {3.3871328727963666080,    1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                      1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                      3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr Coefficients central_bottom = {1.0,
                                         4.2313330701600911252e+1,
                                         6.8718700749205790830e+2,
                                         5.3941960214247511077e+3,
                                         2.1213794301586595867e+4,
                                         3.9307895800092710610e+4,
                                         2.8729085735721942674e+4,
                                         5.2264952788528545610e+3};
constexpr Coefficients tail_top = {1.42343711074968357734,    4.63033784615654529590,   5.76949722146069140550,
                                   3.64784832476320460504,    1.27045825245236838258,   2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr Coefficients tail_bottom = {1.0,
                                      2.05319162663775882187,
                                      1.67638483018380384940,
                                      6.89767334985100004550e-1,
                                      1.48103976427480074590e-1,
                                      1.51986665636164571966e-2,
                                      5.47593808499534494600e-4,
                                      1.05075007164441684324e-9};
constexpr Coefficients far_top = {6.65790464350110377720,    5.46378491116411436990,    1.78482653991729133580,
                                  2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                  2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr Coefficients far_bottom = {1.0,
                                     5.99832206555887937690e-1,
                                     1.36929880922735805310e-1,
                                     1.48753612908506148525e-2,
                                     7.86869131145613259100e-4,
                                     1.84631831751005468180e-5,
                                     1.42151175831644588870e-7,
                                     2.04426310338993978564e-15};

double polynomial(const Coefficients& coefficients, double x) {
  double value = 0;
  for (std::size_t k = coefficients.size(); k-- > 0;) value = value * x + coefficients[k];
  return value;
}

double ratio(const Coefficients& top, const Coefficients& bottom, double x) {
  return polynomial(top, x) / polynomial(bottom, x);
}

}  // namespace

double normal_quantile(double p) noexcept {
  if (!(p > 0 && p < 1)) return 0;
  const double away = p - 0.5;
  if (std::fabs(away) <= 0.425) return away * ratio(central_top, central_bottom, 0.180625 - away * away);
  const double tail = away < 0 ? p : 1 - p;
  const double root = std::sqrt(-std::log(tail));
  const double found = root <= 5 ? ratio(tail_top, tail_bottom, root - 1.6) : ratio(far_top, far_bottom, root - 5);
  return away < 0 ? -found : found;
}

double erf_inverse(double x) noexcept {
  if (!(std::fabs(x) < 1)) return 0;
  double found = normal_quantile(0.5 * (x + 1)) / std::numbers::sqrt2;
  // Near 0 the quantile's argument has lost digits of x: a Newton step brings them back.
  for (int step = 0; step < 2; ++step)
    found -= (std::erf(found) - x) * std::exp(found * found) / (2 * std::numbers::inv_sqrtpi);
  return found;
}

double erfc_inverse(double x) noexcept { return -normal_quantile(0.5 * x) / std::numbers::sqrt2; }

}  // namespace ramet::inline v1::expr
