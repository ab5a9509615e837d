#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/fit/model.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::fit {

/// What a cost is for values of its parameters. Threads: a value.
struct Evaluation {
  /// Minus twice the logarithm of the likelihood, or chi square; infinite where the model has no density at all,
  /// because a parameter is outside its limits or a width is 0.
  double value = 0;
  /// How many events or bins have no density there, or none that is a number: each counts as one with 10^-300.
  std::size_t absent = 0;
};

/// What a minimiser makes as small as possible: a function of parameters, with its derivatives. An increase by 1 from
/// the minimum is one standard deviation. Threads: immutable.
class Cost {
 public:
  virtual ~Cost() = default;
  Cost(const Cost&) = delete;
  Cost& operator=(const Cost&) = delete;

  const std::vector<Parameter>& parameters() const noexcept { return parameters_; }

  /// The number of events, bins with contents that count, or constraints.
  std::size_t points() const noexcept { return points_; }

  /// Compute the value; and the derivatives by the parameters, unless `gradient` is empty. With any executor the bits
  /// are the same. Large data are divided among the threads of the executor. Throws Error(misuse) for another number of
  /// parameters or derivatives than the cost has.
  Evaluation evaluate(std::span<const double> parameters, std::span<double> gradient,
                      schedule::Executor& executor) const;

 protected:
  Cost(std::vector<Parameter> parameters, std::size_t points) : parameters_(std::move(parameters)), points_(points) {}

 private:
  /// `gradient` is 0.
  virtual Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                             schedule::Executor& executor) const = 0;

  std::vector<Parameter> parameters_;
  std::size_t points_;
};

/// Of events, each a number in the model's range: minus twice the logarithm of the product of their densities; if the
/// model is extended, also of Poisson's probability of their number, without what does not depend on parameters. With
/// weights, which may be negative, each logarithm is multiplied by that of the event; an increase by 1 is no standard
/// deviation then (see scores.hpp). Throws Error(misuse) if there are no events, for one that is not a number or
/// outside the range, for another number of weights and one that is not finite, and if their sum is not above 0.
std::shared_ptr<const Cost> unbinned(std::span<const double> events, const Model& model,
                                     std::span<const double> weights = {});

/// Constraints by another measurement: the parameters have a normal distribution around `values` whose covariance
/// matrix has this inverse, row by row. Throws Error(misuse) for other numbers of values, and a matrix that is not
/// symmetric.
std::shared_ptr<const Cost> constraint(const std::vector<std::string>& names, const std::vector<double>& values,
                                       const std::vector<double>& inverse_covariance);

/// The sum of costs, for a simultaneous fit: parameters of one name are one parameter. Throws Error(misuse) if there is
/// none, and for more than 256 parameters.
std::shared_ptr<const Cost> sum(std::vector<std::shared_ptr<const Cost>> costs);

}  // namespace ramet::inline v1::fit
