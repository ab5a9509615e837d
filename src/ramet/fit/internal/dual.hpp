#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace ramet::inline v1::fit::internal {

/// A number and its derivatives by some variables. Functions of it are those of numbers; where a derivative has no
/// limit because the number is infinite, it is 0. Threads: a value.
template <std::size_t Variables>
struct Dual {
  double value = 0;
  std::array<double, Variables> slopes{};

  Dual() noexcept = default;
  Dual(double constant) noexcept : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is a function

  /// The variable itself.
  static Dual of(double value, std::size_t variable) noexcept {
    Dual made(value);
    made.slopes[variable] = 1;
    return made;
  }

  /// A function of this number, from its value and its derivative there.
  Dual through(double of_value, double slope) const noexcept {
    Dual made(of_value);
    if (slope == 0) return made;  // also times an infinite slope
    for (std::size_t i = 0; i < Variables; ++i) made.slopes[i] = slope * slopes[i];
    return made;
  }

  friend Dual operator-(const Dual& number) noexcept { return number.through(-number.value, -1); }
  friend Dual operator+(Dual left, const Dual& right) noexcept {
    left.value += right.value;
    for (std::size_t i = 0; i < Variables; ++i) left.slopes[i] += right.slopes[i];
    return left;
  }
  friend Dual operator-(const Dual& left, const Dual& right) noexcept { return left + -right; }
  friend Dual operator*(const Dual& left, const Dual& right) noexcept {
    return left.through(left.value * right.value, right.value) + right.through(0, left.value);
  }
  friend Dual operator/(const Dual& left, const Dual& right) noexcept {
    return left * right.through(1 / right.value, -1 / (right.value * right.value));
  }
};

inline double value_of(double number) noexcept { return number; }
template <std::size_t Variables>
double value_of(const Dual<Variables>& number) noexcept {
  return number.value;
}

/// A function of a number, for numbers with derivatives and without.
inline double through(double /*of*/, double value, double /*slope*/) noexcept { return value; }
template <std::size_t Variables>
Dual<Variables> through(const Dual<Variables>& of, double value, double slope) noexcept {
  return of.through(value, slope);
}

template <class Number>
Number exponential(const Number& x) noexcept {
  const double value = std::exp(value_of(x));
  return through(x, value, value);
}

template <class Number>
Number logarithm(const Number& x) noexcept {
  return through(x, std::log(value_of(x)), 1 / value_of(x));
}

template <class Number>
Number arc_tangent(const Number& x) noexcept {
  const double value = value_of(x);
  return through(x, std::atan(value), 1 / (1 + value * value));
}

/// (e^x - 1) / x, which is 1 at 0.
template <class Number>
Number exponential_quotient(const Number& x) noexcept {
  const double at = value_of(x);
  if (std::abs(at) < 1e-4) return through(x, 1 + at * (0.5 + at / 6), 0.5 + at * (1.0 / 3 + at / 8));
  const double value = std::expm1(at) / at;
  return through(x, value, (std::exp(at) - value) / at);
}

/// The probability that a normal number is above x.
template <class Number>
Number normal_above(const Number& x) noexcept {
  const double at = value_of(x);
  constexpr double inverse_root = 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2;  // 1 / sqrt(2 pi)
  return through(x, 0.5 * std::erfc(at / std::numbers::sqrt2), -inverse_root * std::exp(-0.5 * at * at));
}

/// The probability that a normal number is between two, also far from 0.
template <class Number>
Number normal_between(const Number& low, const Number& high) noexcept {
  if (value_of(low) > 0) return normal_above(low) - normal_above(high);
  if (value_of(high) < 0) return normal_above(Number(-high)) - normal_above(Number(-low));
  return 1 - normal_above(Number(-low)) - normal_above(high);
}

}  // namespace ramet::inline v1::fit::internal
