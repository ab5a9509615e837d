#include "ramet/fit/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/joining.hpp"

namespace ramet::inline v1::fit {
namespace {

constexpr std::size_t most_parameters_of_sum = 256;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Parameter> free_parameters(const std::vector<std::string>& names) {
  std::vector<Parameter> made;
  for (const std::string& name : names) {
    if (std::ranges::find(made, name, &Parameter::name) != made.end())
      detail::fail(ErrorKind::misuse, "parameter '{}' is constrained twice", name);
    internal::term_of(name, -infinity, infinity, made);
  }
  return made;
}

/// Threads: immutable.
class ConstraintCost final : public Cost {
 public:
  ConstraintCost(std::vector<Parameter> parameters, std::vector<double> values, std::vector<double> inverse)
      : Cost(std::move(parameters), values.size()), values_(std::move(values)), inverse_(std::move(inverse)) {}

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& /*executor*/) const override {
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      double weighted = 0;
      for (std::size_t j = 0; j < values_.size(); ++j)
        weighted += inverse_[i * values_.size() + j] * (parameters[j] - values_[j]);
      sum += weighted * (parameters[i] - values_[i]);
      if (!gradient.empty()) gradient[i] = 2 * weighted;
    }
    return {.value = sum, .absent = 0};
  }

  std::vector<double> values_, inverse_;
};

/// Threads: immutable.
class SumOfCosts final : public Cost {
 public:
  struct Part {
    std::shared_ptr<const Cost> cost;
    std::vector<std::size_t> places;  ///< of its parameters among all
  };

  SumOfCosts(std::vector<Parameter> parameters, std::vector<Part> parts, std::size_t points)
      : Cost(std::move(parameters), points), parts_(std::move(parts)) {}

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& executor) const override {
    Evaluation sum;
    for (const Part& part : parts_) {
      std::array<double, most_parameters_of_sum> values, slopes;
      const std::size_t count = part.places.size();
      for (std::size_t i = 0; i < count; ++i) values[i] = parameters[part.places[i]];
      const std::span<double> wanted(slopes.data(), gradient.empty() ? 0 : count);
      const Evaluation one = part.cost->evaluate({values.data(), count}, wanted, executor);
      sum.value += one.value;
      sum.absent += one.absent;
      for (std::size_t i = 0; i < wanted.size(); ++i) gradient[part.places[i]] += wanted[i];
    }
    return sum;
  }

  std::vector<Part> parts_;
};

}  // namespace

Evaluation Cost::evaluate(std::span<const double> parameters, std::span<double> gradient,
                          schedule::Executor& executor) const {
  if (parameters.size() != parameters_.size())
    detail::fail(ErrorKind::misuse, "there are {} values for the {} parameters of the cost", parameters.size(),
                 parameters_.size());
  if (!gradient.empty() && gradient.size() != parameters_.size())
    detail::fail(ErrorKind::misuse, "there is room for {} derivatives by {} parameters", gradient.size(),
                 parameters_.size());
  std::ranges::fill(gradient, 0.0);
  return compute(parameters, gradient, executor);
}

std::shared_ptr<const Cost> constraint(const std::vector<std::string>& names, const std::vector<double>& values,
                                       const std::vector<double>& inverse_covariance) {
  const std::size_t count = names.size();
  if (count == 0) detail::fail(ErrorKind::misuse, "no parameter is constrained");
  if (values.size() != count || inverse_covariance.size() != count * count)
    detail::fail(ErrorKind::misuse, "{} parameters are constrained by {} values and a matrix of {} numbers", count,
                 values.size(), inverse_covariance.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) detail::fail(ErrorKind::misuse, "'{}' is constrained to {}", names[i], values[i]);
    for (std::size_t j = 0; j <= i; ++j)
      if (!(inverse_covariance[i * count + j] == inverse_covariance[j * count + i]))
        detail::fail(ErrorKind::misuse, "the inverse covariance of '{}' and '{}' is {} and {}: not symmetric", names[i],
                     names[j], inverse_covariance[i * count + j], inverse_covariance[j * count + i]);
  }
  return std::make_shared<ConstraintCost>(free_parameters(names), values, inverse_covariance);
}

std::shared_ptr<const Cost> sum(std::vector<std::shared_ptr<const Cost>> costs) {
  if (costs.empty()) detail::fail(ErrorKind::misuse, "there are no costs to add");
  std::vector<Parameter> parameters;
  std::vector<SumOfCosts::Part> parts;
  std::size_t points = 0;
  for (std::shared_ptr<const Cost>& cost : costs) {
    SumOfCosts::Part part{.cost = std::move(cost), .places = {}};
    for (const Parameter& one : part.cost->parameters())
      part.places.push_back(*internal::term_of(one.name, one.low, one.high, parameters).parameter);
    points += part.cost->points();
    parts.push_back(std::move(part));
  }
  if (parameters.size() > most_parameters_of_sum)
    detail::fail(ErrorKind::misuse, "the sum of costs has {} parameters, {} are the most", parameters.size(),
                 most_parameters_of_sum);
  return std::make_shared<SumOfCosts>(std::move(parameters), std::move(parts), points);
}

}  // namespace ramet::inline v1::fit
