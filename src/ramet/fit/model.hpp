#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ramet::inline v1::fit {

namespace internal {
class Mixture;
}

/// Numbers from low to high; either may be infinite. Threads: a value.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool operator==(const Interval&) const = default;
};

/// What a parameter of a shape is: the name of one that is fitted, or a number. Shapes that have the same name share
/// it.
using Argument = std::variant<std::string, double>;

/// A parameter that is fitted. Threads: a value.
struct Parameter {
  std::string name;
  double low, high;  ///< its limits, may be infinite; beyond them, and at 0 for widths, there is no density

  bool operator==(const Parameter&) const = default;
};

/// A probability density of one variable in a range, as a function of parameters; or the density of expected events, if
/// it was made with yields. In the range it is normalised, whatever its parameters are; analytically, but for formulas.
/// Threads: immutable; copies share what they have.
class Model {
 public:
  /// The parameters, in the order in which the shapes first name them, yields and fractions after the shapes'.
  const std::vector<Parameter>& parameters() const noexcept;

  const Interval& range() const noexcept;

  /// Whether it has yields: then the number of events is fitted, too.
  bool is_extended() const noexcept;

  /// The same shapes, normalised in another range. Throws Error(misuse) for a range that a shape cannot have, such as
  /// an infinite one of a polynomial.
  Model within(const Interval& range) const;

  /// Write the density at each x. Outside the range it is 0. Throws Error(misuse) for
  /// another number of parameters, values outside their limits, and spans of different lengths.
  void densities(std::span<const double> parameters, std::span<const double> x, std::span<double> densities) const;

  /// The probability of a part of the range; of an extended model the expected number of events there. Throws
  /// Error(misuse) as above.
  double integral(std::span<const double> parameters, const Interval& part) const;

  /// An estimate of the relative error of the normalisation, beyond rounding: above 0 for formulas, which are
  /// integrated numerically. Throws Error(misuse) as above.
  double integral_error(std::span<const double> parameters) const;

  /// The density of everything; see internal/mixture.hpp.
  const internal::Mixture& mixture() const noexcept { return *mixture_; }
  explicit Model(std::shared_ptr<const internal::Mixture> mixture) noexcept : mixture_(std::move(mixture)) {}

 private:
  std::shared_ptr<const internal::Mixture> mixture_;
};

/// The shapes. Without a range it is all numbers on which the shape can be normalised. All throw Error(misuse) for a
/// range that does not ascend or that the shape cannot have.

/// exp(-((x - mean) / sigma)^2 / 2)
Model gauss(const Argument& mean = "mean", const Argument& sigma = "sigma", const Interval& range = {});

/// exp(-x / tau); the range begins at a number.
Model exponential(const Argument& tau = "tau", const Interval& range = {.low = 0});

/// The same everywhere in the range.
Model uniform(const Interval& range);

/// 1 / ((x - mean)^2 + gamma^2 / 4), also called Cauchy's or Lorentz's; gamma is the full width at half maximum.
Model breit_wigner(const Argument& mean = "mean", const Argument& gamma = "gamma", const Interval& range = {});

/// A Gauss whose low side goes over into a power of 1 / n at alpha sigma below the mean, with a continuous derivative.
/// alpha is above 0, and n is, too; above 1 if the range begins at minus infinity.
Model crystal_ball(const Argument& mean = "mean", const Argument& sigma = "sigma", const Argument& alpha = "alpha",
                   const Argument& n = "n", const Interval& range = {});

/// A tail of a Crystal Ball. Threads: a value.
struct Tail {
  Argument alpha, n;
};

/// A Crystal Ball with tails on both sides.
Model two_sided_crystal_ball(const Argument& mean = "mean", const Argument& sigma = "sigma",
                             const Tail& low = {.alpha = "alpha_low", .n = "n_low"},
                             const Tail& high = {.alpha = "alpha_high", .n = "n_high"}, const Interval& range = {});

/// 1 + c_1 T_1(t) + c_2 T_2(t) + ... with Chebyshev's polynomials, and t from -1 at the lower end of the range to 1 at
/// the upper one; 1 to 12 coefficients. Where it is negative, there is no density.
Model chebyshev(const std::vector<Argument>& coefficients, const Interval& range);

/// fraction_1 * model_1 + fraction_2 * model_2 + ... with one fraction less than models: that of the last is what is
/// left. The models are taken within one range: the given one, or that which all of them have. Throws Error(misuse) for
/// other numbers of fractions, models that have yields, more than 16 shapes, and ranges that differ.
Model mixture(const std::vector<Model>& models, const std::vector<Argument>& fractions);
Model mixture(const std::vector<Model>& models, const std::vector<Argument>& fractions, const Interval& range);

/// yield_1 * model_1 + yield_2 * model_2 + ...: an extended model, with a yield for each. Throws as mixture.
Model extended(const std::vector<Model>& models, const std::vector<Argument>& yields);
Model extended(const std::vector<Model>& models, const std::vector<Argument>& yields, const Interval& range);

}  // namespace ramet::inline v1::fit
