#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "ramet/expr/internal/run/special/distributions.hpp"

namespace ramet::inline v1::expr {

namespace {

template <std::size_t Size>
double polynomial(const std::array<double, Size>& coefficients, double x) {
  double value = 0;
  for (std::size_t k = Size; k-- > 0;) value = value * x + coefficients[k];
  return value;
}

template <std::size_t Size>
struct Ratio {
  std::array<double, Size> top, bottom;
  double operator()(double x) const { return polynomial(top, x) / polynomial(bottom, x); }
};

constexpr double inverse_root_of_turn = 0.3989422803;  // 1 / sqrt(2 pi)

// K. S. Kölbig and B. Schorr, A program package for the Landau distribution, Comput. Phys. Commun. 31 (1984) 97.
constexpr Ratio<5> density_1{{0.4259894875, -0.1249762550, 0.3984243700e-1, -0.6298287635e-2, 0.1511162253e-2},
                             {1.0, -0.3388260629, 0.9594393323e-1, -0.1608042283e-1, 0.3778942063e-2}};
constexpr Ratio<5> density_2{{0.1788541609, 0.1173957403, 0.1488850518e-1, -0.1394989411e-2, 0.1283617211e-3},
                             {1.0, 0.7428795082, 0.3153932961, 0.6694219548e-1, 0.8790609714e-2}};
constexpr Ratio<5> density_3{{0.1788544503, 0.9359161662e-1, 0.6325387654e-2, 0.6611667319e-4, -0.2031049101e-5},
                             {1.0, 0.6097809921, 0.2560616665, 0.4746722384e-1, 0.6957301675e-2}};
constexpr Ratio<5> density_4{{0.9874054407, 0.1186723273e3, 0.8492794360e3, -0.7437792444e3, 0.4270262186e3},
                             {1.0, 0.1068615961e3, 0.3376496214e3, 0.2016712389e4, 0.1597063511e4}};
constexpr Ratio<5> density_5{{0.1003675074e1, 0.1675702434e3, 0.4789711289e4, 0.2121786767e5, -0.2232494910e5},
                             {1.0, 0.1569424537e3, 0.3745310488e4, 0.9834698876e4, 0.6692428357e5}};
constexpr Ratio<5> density_6{{0.1000827619e1, 0.6649143136e3, 0.6297292665e5, 0.4755546998e6, -0.5743609109e7},
                             {1.0, 0.6514101098e3, 0.5697473333e5, 0.1659174725e6, -0.2815759939e7}};

constexpr Ratio<5> integral_1{{0.2514091491, -0.6250580444e-1, 0.1458381230e-1, -0.2108817737e-2, 0.7411247290e-3},
                              {1.0, -0.5571175625e-2, 0.6225310236e-1, -0.3137378427e-2, 0.1931496439e-2}};
constexpr Ratio<4> integral_2{{0.2868328584, 0.3564363231, 0.1523518695, 0.2251304883e-1},
                              {1.0, 0.6191136137, 0.1720721448, 0.2278594771e-1}};
constexpr Ratio<4> integral_3{{0.2868329066, 0.3003828436, 0.9950951941e-1, 0.8733827185e-2},
                              {1.0, 0.4237190502, 0.1095631512, 0.8693851567e-2}};
constexpr Ratio<4> integral_4{{0.1000351630e1, 0.4503592498e1, 0.1085883880e2, 0.7536052269e1},
                              {1.0, 0.5539969678e1, 0.1933581111e2, 0.2721321508e2}};
constexpr Ratio<4> integral_5{{0.1000006517e1, 0.4909414111e2, 0.8505544753e2, 0.1532153455e3},
                              {1.0, 0.5009928881e2, 0.1399819104e3, 0.4200002909e3}};
constexpr Ratio<4> integral_6{{0.1000000983e1, 0.1329868456e3, 0.9162149244e3, -0.9605054274e3},
                              {1.0, 0.1339887843e3, 0.1055990413e4, 0.5532224619e3}};

// Of large values: the argument of the expansion there.
double expansion_argument(double x) { return 1 / (x - x * std::log(x) / (x + 1)); }

// Re w(z) of the Faddeeva function for y > 0: the trapezoidal rule, and what its poles take away (Matta and Reichel).
double faddeeva_real(double x, double y) {
  constexpr double step = 0.5;
  constexpr double pi = std::numbers::pi;
  x = std::fabs(x);
  if (x * x + y * y > 1e8) return y / (std::sqrt(pi) * (x * x + y * y));
  // The grid whose points are farther from x.
  const double place = x / step;
  const bool shifted = std::fabs(place - std::nearbyint(place)) < 0.25;
  double sum = 0;
  for (int n = -14; n <= 14; ++n) {
    const double t = (n + (shifted ? 0.5 : 0.)) * step;
    sum += std::exp(-t * t) / ((x - t) * (x - t) + y * y);
  }
  const double integral = step * y / pi * sum;
  if (y >= pi / step) return integral;
  const std::complex<double> z(x, y);
  const std::complex<double> wave = std::exp(std::complex<double>(0, -2 * pi / step) * z);
  const std::complex<double> pole = 2. * std::exp(-z * z) / (shifted ? 1. + wave : 1. - wave);
  return integral + pole.real();
}

}  // namespace

double landau_density(double x) noexcept {
  if (std::isnan(x)) return x;
  if (x < -5.5) {
    const double u = std::exp(x + 1);
    if (u < 1e-10) return 0;
    constexpr std::array<double, 3> expansion = {0.04166666667, -0.01996527778, 0.02709538966};
    return inverse_root_of_turn * (std::exp(-1 / u) / std::sqrt(u)) * (1 + polynomial(expansion, u) * u);
  }
  if (x < -1) {
    const double u = std::exp(-x - 1);
    return std::exp(-u) * std::sqrt(u) * density_1(x);
  }
  if (x < 1) return density_2(x);
  if (x < 5) return density_3(x);
  const double u = 1 / x;
  if (x < 12) return u * u * density_4(u);
  if (x < 50) return u * u * density_5(u);
  if (x < 300) return u * u * density_6(u);
  const double v = expansion_argument(x);
  constexpr std::array<double, 3> expansion = {1, -1.845568670, -4.284640743};
  return v * v * polynomial(expansion, v);
}

double landau_integral(double x) noexcept {
  if (std::isinf(x)) return x > 0 ? 1 : 0;
  if (std::isnan(x)) return x;
  if (x < -5.5) {
    const double u = std::exp(x + 1);
    constexpr std::array<double, 4> expansion = {1, -0.4583333333, 0.6675347222, -0.1641741416e1};
    return inverse_root_of_turn * std::exp(-1 / u) * std::sqrt(u) * polynomial(expansion, u);
  }
  if (x < -1) {
    const double u = std::exp(-x - 1);
    return (std::exp(-u) / std::sqrt(u)) * integral_1(x);
  }
  if (x < 1) return integral_2(x);
  if (x < 4) return integral_3(x);
  const double u = 1 / x;
  if (x < 12) return integral_4(u);
  if (x < 50) return integral_5(u);
  if (x < 300) return integral_6(u);
  const double v = expansion_argument(x);
  constexpr std::array<double, 3> expansion = {1, -0.4227843351, -0.2043403138e1};
  return 1 - polynomial(expansion, v) * v;
}

double voigt(double x, double sigma, double gamma) noexcept {
  if ((sigma < 0 || gamma < 0) || (sigma == 0 && gamma == 0)) return 0;
  constexpr double pi = std::numbers::pi;
  if (sigma == 0) return gamma / (2 * pi) / (x * x + gamma * gamma / 4);
  const double scale = 1 / (sigma * std::numbers::sqrt2);
  const double norm = scale * std::numbers::inv_sqrtpi;
  if (gamma == 0) return norm * std::exp(-x * x * scale * scale);
  return norm * faddeeva_real(x * scale, 0.5 * gamma * scale);
}

}  // namespace ramet::inline v1::expr
