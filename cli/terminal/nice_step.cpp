#include "cli/terminal/nice_step.hpp"

#include <cmath>

namespace ramet::cli {

double nice_step(double wanted) {
  constexpr double tolerance = 1 - 1e-9;  // 0.1 / 5 is not quite 0.02
  const double exponent = std::floor(std::log10(wanted));
  // Powers are parsed from decimal text, which is correctly rounded: pow(10, -5) differs from 1e-5.
  for (const double power : {exponent, exponent + 1})
    for (const double digit : {1.0, 2.0, 2.5, 5.0}) {
      const double scale = std::pow(10.0, std::abs(power));
      const double step = power < 0 ? digit / scale : digit * scale;
      if (step >= wanted * tolerance) return step;
    }
  return wanted;  // near the limits of double
}

double nice_whole_step(double wanted) {
  if (wanted <= 1) return 1;
  const double step = nice_step(wanted);
  return step == 2.5 ? 5 : step;
}

std::vector<double> multiples_between(double low, double high, double step) {
  constexpr double tolerance = 1e-9;
  constexpr std::size_t most = 1000;
  std::vector<double> multiples;
  for (double number = std::ceil(low / step - tolerance); multiples.size() < most; ++number) {
    const double value = number * step;
    if (!(value <= high + tolerance * step)) break;
    multiples.push_back(value == 0 ? 0 : value);
  }
  return multiples;
}

}  // namespace ramet::cli
