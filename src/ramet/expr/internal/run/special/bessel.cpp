#include "ramet/expr/internal/run/special/bessel.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ramet::inline v1::expr {

namespace {

constexpr double most_order = 1000;
constexpr int most_points = 1 << 14;  // to cosh t = 1e308 for the smallest x

bool is_order(double order) { return order >= 0 && order <= most_order; }

}  // namespace

// The mean of e^(x cos t) cos(n t) over a turn: the trapezoidal rule converges faster than any power.
double bessel_i(double order, double x) noexcept {
  if (!is_order(order) || std::isnan(x)) return std::nan("");
  const double n = std::trunc(order);
  const double size = std::fabs(x);
  if (size > 720) return std::numeric_limits<double>::infinity();
  if (n > 2 * size + 2 || size < 0.5) {  // the series, where the mean would lose its digits
    int sign = 0;                        // std::lgamma writes it to a global variable
    double term = n <= 1 ? std::pow(0.5 * size, n) : std::exp(n * std::log(0.5 * size) - ::lgamma_r(n + 1, &sign));
    double sum = term;
    for (int k = 1; k < 500 && term > 1e-17 * sum; ++k) sum += term *= 0.25 * size * size / (k * (k + n));
    return x < 0 && std::fmod(n, 2) == 1 ? -sum : sum;
  }
  const int points = static_cast<int>(24 + 5 * std::sqrt(size) + n);
  double sum = 0;
  for (int k = 0; k <= points; ++k) {
    const double angle = std::numbers::pi * k / points;
    const double value = std::exp(size * (std::cos(angle) - 1)) * std::cos(n * angle);
    sum += k == 0 || k == points ? 0.5 * value : value;
  }
  const double found = sum / points * std::exp(size);
  return x < 0 && std::fmod(n, 2) == 1 ? -found : found;
}

// The integral of e^(-x cosh t) cosh(n t) from 0 on.
double bessel_k(double order, double x) noexcept {
  if (!is_order(order) || std::isnan(x)) return std::nan("");
  if (!(x > 0) || std::isinf(x)) return 0;
  const double n = std::trunc(order);
  const double step = std::fmin(1. / 16, 0.25 / std::sqrt(x));
  double sum = 0.5;
  double greatest = 1;
  for (int k = 1; k < most_points; ++k) {
    const double t = k * step;
    const double exponent = n * t - x * (std::cosh(t) - 1);
    const double value = std::exp(exponent) * 0.5 * (1 + std::exp(-2 * n * t));
    sum += value;
    greatest = std::fmax(greatest, value);
    if (value < 1e-18 * greatest) break;
  }
  return sum * step * std::exp(-x);
}

}  // namespace ramet::inline v1::expr
