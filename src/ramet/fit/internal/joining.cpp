#include "ramet/fit/internal/joining.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

/// The place of a parameter among others, where it is added or gets the narrower limits.
std::size_t place_of(const Parameter& parameter, std::vector<Parameter>& parameters) {
  const auto found = std::ranges::find(parameters, parameter.name, &Parameter::name);
  if (found == parameters.end()) {
    parameters.push_back(parameter);
    return parameters.size() - 1;
  }
  found->low = std::max(found->low, parameter.low);
  found->high = std::min(found->high, parameter.high);
  return static_cast<std::size_t>(found - parameters.begin());
}

/// The components of a model, whose terms are places among the parameters of several models.
std::vector<Component> components_of(const Mixture& model, std::vector<Parameter>& parameters) {
  std::vector<std::size_t> places;
  for (const Parameter& parameter : model.parameters()) places.push_back(place_of(parameter, parameters));
  const auto move_term = [&](Term& term) {
    if (term.parameter) term.parameter = places[*term.parameter];
  };
  std::vector<Component> components = model.components();
  for (Component& component : components) {
    std::ranges::for_each(component.arguments, move_term);
    for (Factor& factor : component.factors) std::ranges::for_each(factor.terms, move_term);
  }
  return components;
}

}  // namespace

void check_range(const Component& component, const Interval& range) {
  if (component.general) return component.general->check_range(range);
  const Shape& shape = shape_of(component.kind);
  if (!(range.low < range.high))
    detail::fail(ErrorKind::misuse, "the range of '{}' is {} to {}, which does not ascend", shape.name, range.low,
                 range.high);
  if ((shape.needs_low && std::isinf(range.low)) || (shape.needs_high && std::isinf(range.high)))
    detail::fail(ErrorKind::misuse, "the range of '{}' is {} to {}: it has no integral there", shape.name, range.low,
                 range.high);
}

Term term_of(const Argument& argument, double low, double high, std::vector<Parameter>& parameters) {
  if (const double* const number = std::get_if<double>(&argument)) {
    if (!std::isfinite(*number)) detail::fail(ErrorKind::misuse, "a parameter is fixed at {}", *number);
    return {.parameter = std::nullopt, .fixed = *number};
  }
  const auto& name = std::get<std::string>(argument);
  if (name.empty()) detail::fail(ErrorKind::misuse, "a parameter has an empty name");
  return {.parameter = place_of({.name = name, .low = low, .high = high}, parameters), .fixed = 0};
}

Interval common_range(const std::vector<Model>& models) {
  if (models.empty()) detail::fail(ErrorKind::misuse, "there are no models");
  const Interval& first = models.front().range();
  for (const Model& model : models)
    if (model.range() != first)
      detail::fail(ErrorKind::misuse, "models have the ranges {} to {} and {} to {}: give one for all of them",
                   first.low, first.high, model.range().low, model.range().high);
  return first;
}

Model join(const std::vector<Model>& models, const std::vector<Argument>& weights, const Interval& range,
           Weights kind) {
  std::vector<Parameter> parameters;
  std::vector<std::vector<Component>> all;
  for (const Model& model : models) {
    if (model.is_extended()) detail::fail(ErrorKind::misuse, "a model that has yields cannot be a part of another");
    all.push_back(components_of(model.mixture(), parameters));
  }
  const double most = kind == Weights::yields ? std::numeric_limits<double>::infinity() : 1;
  std::vector<Term> terms;
  for (const Argument& weight : weights) terms.push_back(term_of(weight, 0, most, parameters));
  std::vector<Component> joined;
  for (std::size_t k = 0; k < all.size(); ++k) {
    Factor factor{.terms = terms, .is_rest = true};
    if (k < terms.size()) factor = {.terms = {terms[k]}, .is_rest = false};
    for (Component& component : all[k]) {
      check_range(component, range);
      component.factors.push_back(factor);
      joined.push_back(std::move(component));
    }
  }
  if (joined.size() > most_components)
    detail::fail(ErrorKind::misuse, "a model has {} shapes, {} are the most", joined.size(), most_components);
  return Model(
      std::make_shared<const Mixture>(std::move(parameters), std::move(joined), range, kind == Weights::yields));
}

}  // namespace ramet::inline v1::fit::internal
