#include "ramet/expr/internal/run/special/struve.hpp"

#include <cmath>
#include <numbers>

namespace ramet::inline v1::expr {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double series_end = 5;  // behind it the terms of the series cancel, and the integral is exact

// The sum of (x/2)^(2k+n+1) (sign)^k / (Gamma(k+3/2) Gamma(k+n+3/2)).
double series(int order, double x, double sign) {
  double term = order == 0 ? 2 * x / pi : 2 * x * x / (3 * pi);
  double sum = term;
  for (int k = 1; k < 4000 && std::fabs(term) > 1e-17 * std::fabs(sum); ++k)
    sum += term *= sign * x * x / ((2. * k + 1) * (2. * k + 1 + 2 * order));
  return sum;
}

// H_n(x) - Y_n(x) for large x: an integral of e^(-u) (1 + (u/x)^2)^(n-1/2), with points that crowd at its ends.
double integral(int order, double x) {
  constexpr double step = 1. / 32;
  double sum = 0;
  for (int k = -160; k <= 160; ++k) {
    const double t = k * step;
    const double u = std::exp(t - std::exp(-t));
    if (u > 745) break;
    const double ratio = u / x;
    const double root = std::sqrt(1 + ratio * ratio);
    sum += std::exp(-u) * (order == 0 ? 1 / root : root) * u * (1 + std::exp(-t));
  }
  return 2 / pi * (order == 0 ? 1 / x : 1) * sum * step;
}

}  // namespace

double struve_h(int order, double x) noexcept {
  const double size = std::fabs(x);
  const double second = order == 0 ? ::y0(size) : ::y1(size);
  const double found = size > series_end ? second + integral(order, size) : series(order, size, -1);
  return order == 0 && x < 0 ? -found : found;
}

double struve_l(int order, double x) noexcept {
  const double size = std::fabs(x);
  const double found = series(order, size, 1);
  return order == 0 && x < 0 ? -found : found;
}

}  // namespace ramet::inline v1::expr
