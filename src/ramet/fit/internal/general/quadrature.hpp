#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// A node of Kronrod's rule of 15 points from -1 to 1, with its weight, and that in Gauss' rule of 7, which may be 0.
struct Node {
  double place, weight, of_gauss;
};

inline constexpr std::array<Node, 15> nodes = {{
    {-0.99145537112081263921, 0.02293532201052922496, 0},
    {-0.94910791234275852453, 0.06309209262997855329, 0.12948496616886969327},
    {-0.86486442335976907279, 0.10479001032225018384, 0},
    {-0.74153118559939443986, 0.14065325971552591875, 0.27970539148927666790},
    {-0.58608723546769113029, 0.16900472663926790283, 0},
    {-0.40584515137739716691, 0.19035057806478540991, 0.38183005050511894495},
    {-0.20778495500789846760, 0.20443294007529889241, 0},
    {0, 0.20948214108472782801, 0.41795918367346938776},
    {0.20778495500789846760, 0.20443294007529889241, 0},
    {0.40584515137739716691, 0.19035057806478540991, 0.38183005050511894495},
    {0.58608723546769113029, 0.16900472663926790283, 0},
    {0.74153118559939443986, 0.14065325971552591875, 0.27970539148927666790},
    {0.86486442335976907279, 0.10479001032225018384, 0},
    {0.94910791234275852453, 0.06309209262997855329, 0.12948496616886969327},
    {0.99145537112081263921, 0.02293532201052922496, 0},
}};

/// The integral of a smooth function over an interval, by 15 points. Numbers may have derivatives.
template <class Number, class Function>
Number integral_of(const Function& function, const Number& low, const Number& high) {
  const Number middle = 0.5 * (low + high), half = 0.5 * (high - low);
  Number sum = 0.0;
  for (const Node& node : nodes) sum = sum + node.weight * function(Number(middle + node.place * half));
  return half * sum;
}

/// The integral over a part of a function that is smooth where it is `scale` or more away from the middle, on the scale
/// of that distance, and falls at least as 1 / x^2 if the part is infinite.
template <class Number, class Function>
Number integral_around(const Function& function, double middle, double scale, const Interval& part) {
  Number sum = 0.0;
  const auto side = [&](double near, double far, double sign) {  // distances from the middle
    constexpr double farthest = 64;
    double from = near, step = scale;
    while (step <= from) step *= 2;
    while (from < far && from < farthest * scale) {
      const double to = std::min(step, far);
      const double low = sign > 0 ? middle + from : middle - to, high = sign > 0 ? middle + to : middle - from;
      sum = sum + integral_of<Number>([&](const Number& x) { return function(x); }, Number(low), Number(high));
      from = step;
      step *= 2;
    }
    if (from >= far) return;
    // of 1 / distance, which may go to 0
    const auto of_inverse = [&](const Number& inverse) {
      return function(Number(middle + sign / inverse)) / (inverse * inverse);
    };
    sum = sum + integral_of<Number>(of_inverse, Number(1 / far), Number(1 / from));
  };
  if (part.high > middle) side(std::max(part.low - middle, 0.0), part.high - middle, 1);
  if (part.low < middle) side(std::max(middle - part.high, 0.0), middle - part.low, -1);
  return sum;
}

/// Integrals of some functions, and an estimate of the relative error of the first one.
struct Integrals {
  std::vector<double> values;
  double error = 0;
};

/// The integrals of functions, whose values at points are rows, over a finite interval. Halves parts of it until the
/// estimated errors are below 10^-10 of the integral of the first function's absolute value, and 10^-7 of the others';
/// or until there are 2,000 parts. Begins with equal parts, and smaller ones towards each of `peaks`: a peak there is
/// found though it is narrow, with a width of 10^-5 of the interval or more.
Integrals adaptive_integrals(FunctionRef<void(std::span<const double> x, double* const* rows)> functions,
                             std::size_t count, const Interval& part, std::size_t parts,
                             std::span<const double> peaks = {});

}  // namespace ramet::inline v1::fit::internal
