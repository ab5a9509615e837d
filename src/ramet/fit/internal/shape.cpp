#include "ramet/fit/internal/shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "ramet/fit/internal/dual.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Numbers = std::span<const double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// integral(number of each parameter), and its derivatives if they are wanted.
template <std::size_t Count, class Integral>
double with_slopes(Numbers parameters, double* slopes, const Integral& integral) {
  if (slopes == nullptr) {
    std::array<double, Count> plain;
    std::copy_n(parameters.begin(), Count, plain.begin());
    return integral(plain);
  }
  std::array<Dual<Count>, Count> numbers;
  for (std::size_t i = 0; i < Count; ++i) numbers[i] = Dual<Count>::of(parameters[i], i);
  const Dual<Count> found = integral(numbers);
  std::copy_n(found.slopes.begin(), Count, slopes);
  return found.value;
}

bool are_finite(Constants& constants) {
  return std::ranges::all_of(constants.values, [](double value) { return std::isfinite(value); });
}

// --- uniform

bool prepare_uniform(Numbers, const Interval&, Constants&) { return true; }

double uniform_integral(Numbers, const Interval&, const Interval& part, double*) { return part.high - part.low; }

void uniform_slopes(Numbers, const double*, double*) {}

// --- exponential: tau

constexpr ShapeParameter exponential_parameters[] = {{"tau", 0, infinity}};

bool prepare_exponential(Numbers parameters, const Interval& range, Constants& constants) {
  constants.values[0] = range.low;
  constants.values[1] = 1 / parameters[0];
  return parameters[0] > 0 && are_finite(constants);
}

double exponential_integral(Numbers parameters, const Interval& range, const Interval& part, double* slopes) {
  return with_slopes<1>(parameters, slopes, [&](const auto& numbers) {
    using Number = std::remove_cvref_t<decltype(numbers[0])>;
    const Number tau = numbers[0];
    const Number from_low = tau * exponential(Number((range.low - part.low) / tau));
    if (part.high == infinity) return from_low;
    const Number length = (part.high - part.low) / tau;
    return Number(from_low * length * exponential_quotient(Number(-length)));
  });
}

void exponential_slopes(Numbers parameters, const double* features, double* slopes) {
  slopes[0] = features[0] / parameters[0];
}

// --- gauss: mean, sigma

constexpr ShapeParameter gauss_parameters[] = {{"mean", -infinity, infinity}, {"sigma", 0, infinity}};

bool prepare_location_and_width(Numbers parameters, Constants& constants, double factor) {
  constants.values[0] = parameters[0];
  constants.values[1] = factor / parameters[1];
  return parameters[1] > 0 && are_finite(constants);
}

bool prepare_gauss(Numbers parameters, const Interval&, Constants& constants) {
  return prepare_location_and_width(parameters, constants, 1);
}

constexpr double root_of_2_pi = 2.5066282746310002;

double gauss_integral(Numbers parameters, const Interval&, const Interval& part, double* slopes) {
  return with_slopes<2>(parameters, slopes, [&](const auto& numbers) {
    using Number = std::remove_cvref_t<decltype(numbers[0])>;
    const Number low = (part.low - numbers[0]) / numbers[1], high = (part.high - numbers[0]) / numbers[1];
    return Number(root_of_2_pi * numbers[1] * normal_between(low, high));
  });
}

void gauss_slopes(Numbers parameters, const double* features, double* slopes) {
  slopes[0] = features[0] / parameters[1];
  slopes[1] = features[1] / parameters[1];
}

// --- breit_wigner: mean, gamma

constexpr ShapeParameter breit_wigner_parameters[] = {{"mean", -infinity, infinity}, {"gamma", 0, infinity}};

bool prepare_breit_wigner(Numbers parameters, const Interval&, Constants& constants) {
  return prepare_location_and_width(parameters, constants, 2);
}

double breit_wigner_integral(Numbers parameters, const Interval&, const Interval& part, double* slopes) {
  return with_slopes<2>(parameters, slopes, [&](const auto& numbers) {
    using Number = std::remove_cvref_t<decltype(numbers[0])>;
    const Number half = 0.5 * numbers[1];
    const Number low = (part.low - numbers[0]) / half, high = (part.high - numbers[0]) / half;
    return Number(half * (arc_tangent(high) - arc_tangent(low)));
  });
}

void breit_wigner_slopes(Numbers parameters, const double* features, double* slopes) {
  slopes[0] = 4 * features[0] / parameters[1];
  slopes[1] = 2 * features[1] / parameters[1];
}

// --- crystal_ball: mean, sigma, alpha, n; two_sided_crystal_ball: mean, sigma, alpha_low, n_low, alpha_high, n_high

constexpr ShapeParameter crystal_ball_parameters[] = {
    {"mean", -infinity, infinity}, {"sigma", 0, infinity}, {"alpha", 0, infinity}, {"n", 0, infinity}};
constexpr ShapeParameter two_sided_parameters[] = {{"mean", -infinity, infinity}, {"sigma", 0, infinity},
                                                   {"alpha_low", 0, infinity},    {"n_low", 0, infinity},
                                                   {"alpha_high", 0, infinity},   {"n_high", 0, infinity}};

bool prepare_crystal_ball(Numbers parameters, const Interval& range, Constants& constants) {
  std::ranges::copy(parameters, constants.values);
  constants.values[1] = 1 / parameters[1];
  const auto is_integrable = [&](std::size_t power, double bound) {
    return parameters[power] > (std::isinf(bound) ? 1 : 0) && parameters[power - 1] > 0;
  };
  return parameters[1] > 0 && are_finite(constants) && is_integrable(3, range.low) &&
         (parameters.size() == 4 || is_integrable(5, range.high));
}

/// The integral of exp(-alpha^2 / 2) t^-n, t = 1 - (alpha / n) (alpha + y), from y = low to high, at most -alpha.
template <class Number>
Number tail_between(const Number& low, const Number& high, const Number& alpha, const Number& power) {
  const Number slope = alpha / power;
  const Number nearest = 1 - slope * (alpha + high);
  const Number factor = exponential(Number(-0.5 * alpha * alpha)) / slope;
  const Number exponent = 1 - power;
  const Number first = exponential(Number(exponent * logarithm(nearest)));
  if (value_of(low) == -infinity) return factor * first / (power - 1);
  const Number length = logarithm(Number((1 - slope * (alpha + low)) / nearest));
  return factor * first * length * exponential_quotient(Number(exponent * length));
}

template <class Number>
Number lesser(const Number& first, const Number& second) {
  return value_of(second) < value_of(first) ? second : first;
}
template <class Number>
Number greater(const Number& first, const Number& second) {
  return value_of(first) < value_of(second) ? second : first;
}

/// The integral by z, from low to high.
template <std::size_t Count, class Number>
Number crystal_ball_between(const std::array<Number, Count>& numbers, const Number& low, const Number& high) {
  Number sum = 0.0;
  const Number left = -numbers[2];
  if (value_of(low) < value_of(left)) sum = sum + tail_between(low, lesser(high, left), numbers[2], numbers[3]);
  Number core_low = greater(low, left), core_high = high;
  if constexpr (Count == 6) {
    const Number& right = numbers[4];
    if (value_of(high) > value_of(right))
      sum = sum + tail_between(Number(-high), Number(-greater(low, right)), numbers[4], numbers[5]);
    core_high = lesser(high, right);
  }
  if (value_of(core_low) < value_of(core_high)) sum = sum + root_of_2_pi * normal_between(core_low, core_high);
  return sum;
}

template <std::size_t Count>
double crystal_ball_integral(Numbers parameters, const Interval&, const Interval& part, double* slopes) {
  return with_slopes<Count>(parameters, slopes, [&](const auto& numbers) {
    using Number = std::remove_cvref_t<decltype(numbers[0])>;
    const Number low = (part.low - numbers[0]) / numbers[1], high = (part.high - numbers[0]) / numbers[1];
    return Number(numbers[1] * crystal_ball_between(numbers, low, high));
  });
}

void crystal_ball_slopes(Numbers parameters, const double* features, double* slopes) {
  slopes[0] = -features[0] / parameters[1];
  slopes[1] = -features[1] / parameters[1];
  std::copy(features + 2, features + parameters.size(), slopes + 2);
}

// --- chebyshev: coefficients of T_1, T_2, ...

constexpr ShapeParameter chebyshev_parameters[] = {{"c", -infinity, infinity}};

bool prepare_chebyshev(Numbers parameters, const Interval& range, Constants& constants) {
  constants.values[0] = 0.5 * (range.low + range.high);
  constants.values[1] = 2 / (range.high - range.low);
  std::ranges::copy(parameters, constants.values + 2);
  constants.order = parameters.size();
  return are_finite(constants);
}

/// The integrals of T_j from -1 to t, less a constant.
void chebyshev_antiderivatives(double t, std::size_t count, double* to) {
  double before = 1, now = t;  // T_0, T_1
  for (std::size_t j = 0; j < count; ++j) {
    const double next = 2 * t * now - before;  // T_j + 2
    const auto order = static_cast<double>(j + 1);
    to[j] = j == 0 ? 0.5 * t * t : 0.5 * (next / (order + 1) - before / (order - 1));
    before = now;
    now = next;
  }
}

double chebyshev_integral(Numbers parameters, const Interval& range, const Interval& part, double* slopes) {
  const double middle = 0.5 * (range.low + range.high), half = 0.5 * (range.high - range.low);
  std::array<double, most_parameters> low, high;
  chebyshev_antiderivatives((part.low - middle) / half, parameters.size(), low.data());
  chebyshev_antiderivatives((part.high - middle) / half, parameters.size(), high.data());
  double sum = part.high - part.low;
  for (std::size_t j = 0; j < parameters.size(); ++j) {
    const double integral = half * (high[j] - low[j]);
    sum += parameters[j] * integral;
    if (slopes != nullptr) slopes[j] = integral;
  }
  return sum;
}

void chebyshev_slopes(Numbers parameters, const double* features, double* slopes) {
  std::copy_n(features, parameters.size(), slopes);
}

constexpr bool needed = true, not_needed = false;

constexpr std::array<Shape, shape_kinds> all_shapes = {{
    {"uniform", {}, needed, needed, prepare_uniform, uniform_integral, uniform_slopes},
    {"exponential", exponential_parameters, needed, not_needed, prepare_exponential, exponential_integral,
     exponential_slopes},
    {"gauss", gauss_parameters, not_needed, not_needed, prepare_gauss, gauss_integral, gauss_slopes},
    {"breit_wigner", breit_wigner_parameters, not_needed, not_needed, prepare_breit_wigner, breit_wigner_integral,
     breit_wigner_slopes},
    {"crystal_ball", crystal_ball_parameters, not_needed, not_needed, prepare_crystal_ball, crystal_ball_integral<4>,
     crystal_ball_slopes},
    {"two_sided_crystal_ball", two_sided_parameters, not_needed, not_needed, prepare_crystal_ball,
     crystal_ball_integral<6>, crystal_ball_slopes},
    {"chebyshev", chebyshev_parameters, needed, needed, prepare_chebyshev, chebyshev_integral, chebyshev_slopes},
}};

}  // namespace

const Shape& shape_of(ShapeKind kind) noexcept { return all_shapes[static_cast<std::size_t>(kind)]; }

}  // namespace ramet::inline v1::fit::internal
