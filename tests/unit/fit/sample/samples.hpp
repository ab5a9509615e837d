#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ramet/fit/cost.hpp"
#include "ramet/fit/model.hpp"
#include "ramet/fit/shapes.hpp"

// Models of all shapes, and what is compared with their derivatives.

namespace ramet::tests {

struct SampleModel {
  std::string name;
  fit::Model model;
  std::vector<double> parameters;
};

/// In the range 0 to 10.
inline std::vector<SampleModel> sample_models() {
  using namespace ramet::fit;
  const Interval range{.low = 0, .high = 10};
  const Model peak = gauss("mean", "sigma", range), slope = exponential("tau", range);
  return {
      {"uniform", uniform(range), {}},
      {"exponential", slope, {3.0}},
      {"gauss", peak, {4.0, 1.5}},
      {"gauss, fixed", gauss("mean", 1.5, range), {9.0}},
      {"breit_wigner", breit_wigner("mean", "gamma", range), {5.0, 1.2}},
      {"crystal_ball", crystal_ball("mean", "sigma", "alpha", "n", range), {7.0, 0.8, 1.1, 2.5}},
      {"crystal_ball, n = 1", crystal_ball("mean", "sigma", "alpha", "n", range), {7.0, 0.8, 0.6, 1.0}},
      {"two_sided_crystal_ball",
       two_sided_crystal_ball("mean", "sigma", {"a", "n"}, {"b", "m"}, range),
       {5.0, 0.7, 0.9, 3.0, 1.3, 1.5}},
      {"chebyshev", chebyshev({"c1", "c2", "c3"}, range), {0.3, -0.2, 0.1}},
      {"mixture", mixture({peak, slope}, {"fraction"}), {5.0, 0.5, 4.0, 0.3}},
      {"shared mean", mixture({peak, breit_wigner("mean", 2.0, range), slope}, {"f", 0.25}), {5.0, 0.5, 4.0, 0.3}},
      {"nested", mixture({mixture({peak, slope}, {"f"}), uniform(range)}, {"g"}), {5.0, 0.5, 4.0, 0.3, 0.7}},
      {"voigt", voigt("mean", "sigma", "gamma", range), {5.0, 0.4, 0.9}},
      {"voigt, narrow", voigt("mean", 0.3, "gamma", range), {2.0, 0.02}},
      {"argus", argus("end", "slope", "power", range), {9.0, -3.0, 0.7}},
      {"johnson_su", johnson_su("mean", "width", "gamma", "delta", range), {5.0, 1.2, -0.4, 1.5}},
      {"bernstein", bernstein({1.0, "b1", "b2", "b3"}, range), {0.4, 1.5, 0.8}},
      {"histogram", histogram(std::vector<double>{0, 1, 4, 10}, std::vector<double>{3, 1, 5}), {}},
      {"formula", formula("exp(-x/[tau])*(1+[a]*x^2)", range), {0.3, 2.0}},
      {"formula with differences", formula("TMath::Landau(x,[m],[s])", range), {3.0, 0.5}},
      {"formula in a mixture", mixture({peak, formula("1/(1+[a]*x)", range)}, {"f"}), {5.0, 0.5, 1.3, 0.4}},
      {"formula of events", formula("[n]*(x^2+[a])", range, {"a", "n"}, FormulaScale::events), {2.0, 3000.0 / 1060}},
      {"convolution", convolution(breit_wigner("mean", "gamma"), gauss(0.0, "sigma"), range), {5.0, 0.9, 0.4}},
      {"convolution in a mixture",
       mixture({convolution(exponential("t", {.low = 2}), gauss("shift", "s"), range), uniform(range)}, {"f"}),
       {1.5, 0.1, 0.3, 0.8}},
      {"kernel estimate", kernel_estimate(std::vector<double>{1, 2, 2.5, 6, 9}, 0.7, range), {}},
      {"extended", extended({peak, slope}, {"signal", "background"}), {5.0, 0.5, 4.0, 300.0, 700.0}},
  };
}

/// The derivative of a function by one of its variables.
template <class Function>
double slope_of(const Function& function, std::vector<double> at, std::size_t variable) {
  const double step = 1e-5 * std::max(1.0, std::abs(at[variable])), middle = at[variable];
  const auto moved = [&](double by) {
    at[variable] = middle + by;
    return function(at);
  };
  return (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
}

}  // namespace ramet::tests
