#include "ramet/fit/internal/joint.hpp"

#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {

Joint::Joint(std::vector<Parameter> parameters, std::vector<JointTerm> terms, bool is_extended)
    : parameters_(std::move(parameters)), terms_(std::move(terms)), is_extended_(is_extended) {}

std::size_t Joint::components() const noexcept {
  std::size_t count = 0;
  for (const JointTerm& term : terms_)
    for (const JointPart& part : term.parts) count += part.model.mixture().components().size();
  return count;
}

JointPoint Joint::prepare(std::span<const double> parameters) const {
  JointPoint point{.is_defined = true, .total = 0, .weights = {}, .parts = {}};
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (!(parameters[i] >= parameters_[i].low && parameters[i] <= parameters_[i].high) || std::isinf(parameters[i]))
      point.is_defined = false;
  for (std::size_t k = 0; k < terms_.size() && point.is_defined; ++k) {
    for (const JointPart& part : terms_[k].parts) {
      JointPartPoint& at = point.parts.emplace_back();
      for (const std::size_t place : part.places) at.parameters.push_back(parameters[place]);
      part.model.mixture().prepare(at.parameters, at.mixture);
      point.is_defined = point.is_defined && at.mixture.is_defined;
    }
    point.weights[k] = product_of(terms_[k].factors, parameters);
    point.total += point.weights[k];
  }
  return point;
}

std::size_t Joint::sums() const noexcept {
  std::size_t count = terms_.size();
  for (const JointTerm& term : terms_)
    for (const JointPart& part : term.parts)
      for (const Component& component : part.model.mixture().components()) count += component.arguments.size() + 1;
  return count;
}

void Joint::add_gradient(std::span<const double> parameters, const JointPoint& point, std::span<const double> sums,
                         std::span<double> gradient) const {
  const double* at = sums.data();
  for (const JointTerm& term : terms_) add_gradient_of_product(term.factors, parameters, *at++, gradient);
  for (std::size_t p = 0; p < point.parts.size(); ++p) {
    const JointPartPoint& part = point.parts[p];
    std::vector<double> own(part.parameters.size());
    for (std::size_t k = 0; k < mixture(p).components().size(); ++k) {
      mixture(p).add_gradient(part.parameters, part.mixture, k, at[0], at + 1, own);
      at += mixture(p).components()[k].arguments.size() + 1;
    }
    const auto& places = terms_[p / variables()].parts[p % variables()].places;
    for (std::size_t i = 0; i < own.size(); ++i) gradient[places[i]] += own[i];
  }
}

JointPoint Joint::point_at(std::span<const double> parameters) const {
  if (parameters.size() != parameters_.size())
    detail::fail(ErrorKind::misuse, "there are {} values for the model's {} parameters", parameters.size(),
                 parameters_.size());
  JointPoint point = prepare(parameters);
  if (point.is_defined) return point;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const Parameter& one = parameters_[i]; !(parameters[i] >= one.low && parameters[i] <= one.high))
      detail::fail(ErrorKind::misuse, "parameter '{}' is {}, expected {} to {}", one.name, parameters[i], one.low,
                   one.high);
  detail::fail(ErrorKind::misuse, "the model has no density for these parameters: a width, or a tail's alpha, is 0");
}

}  // namespace ramet::inline v1::fit::internal
