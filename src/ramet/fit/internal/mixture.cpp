#include "ramet/fit/internal/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

/// Distances from the middle of a shape, in its widths, between which it is smooth.
std::vector<double> distances_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::gauss:
      return {-40, -8, -4, 0, 4, 8, 40};
    case ShapeKind::breit_wigner:
    case ShapeKind::crystal_ball:
    case ShapeKind::two_sided_crystal_ball:
      return {-1e5, -1e4, -1e3, -100, -10, -3, -1, 0, 1, 3, 10, 100, 1e3, 1e4, 1e5};
    case ShapeKind::exponential:
      return {0, 1, 5, 20, 50};
    default:
      return {};
  }
}

/// Where the core of a Crystal Ball meets its tails, in its widths: the second derivative jumps there.
std::vector<double> joints_of(ShapeKind kind, const double* arguments) {
  if (kind == ShapeKind::crystal_ball) return {-arguments[2]};
  if (kind == ShapeKind::two_sided_crystal_ball) return {-arguments[2], arguments[4]};
  return {};
}

bool is_within_limits(const Parameter& parameter, double value) noexcept {
  return std::isfinite(value) && value >= parameter.low && value <= parameter.high;
}

}  // namespace

double Factor::value(std::span<const double> parameters) const noexcept {
  if (!is_rest) return terms.front().value(parameters);
  double rest = 1;
  for (const Term& term : terms) rest -= term.value(parameters);
  return rest;
}

double product_of(std::span<const Factor> factors, std::span<const double> parameters) noexcept {
  double product = 1;
  for (const Factor& factor : factors) product *= factor.value(parameters);
  return product;
}

void add_gradient_of_product(std::span<const Factor> factors, std::span<const double> parameters, double by,
                             std::span<double> gradient) noexcept {
  for (const Factor& one : factors) {
    double others = by;
    for (const Factor& other : factors)
      if (&other != &one) others *= other.value(parameters);
    for (const Term& term : one.terms)
      if (term.parameter) gradient[*term.parameter] += one.is_rest ? -others : others;
  }
}

Mixture::Mixture(std::vector<Parameter> parameters, std::vector<Component> components, const Interval& range,
                 bool is_extended)
    : parameters_(std::move(parameters)),
      components_(std::move(components)),
      range_(range),
      is_extended_(is_extended) {}

void Mixture::prepare(std::span<const double> parameters, MixturePoint& point) const noexcept {
  point.is_defined = true;
  point.total = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (!is_within_limits(parameters_[i], parameters[i])) point.is_defined = false;
  if (!point.is_defined) return;
  for (std::size_t k = 0; k < components_.size(); ++k) {
    const Component& component = components_[k];
    ComponentPoint& at = point.components[k];
    for (std::size_t j = 0; j < component.arguments.size(); ++j)
      at.arguments[j] = component.arguments[j].value(parameters);
    const std::span<const double> arguments(at.arguments.data(), component.arguments.size());
    at.weight = product_of(component.factors, parameters);
    point.is_defined = component.general ? component.general->is_defined(arguments, range_)
                                         : shape_of(component.kind).prepare(arguments, range_, at.constants);
    if (!point.is_defined) return;
    at.integral = integral(at, k, range_, at.slopes.data());
    if (component.is_absolute) at.weight = at.integral;
    point.is_defined = at.integral > 0 && std::isfinite(at.scale());
    if (!point.is_defined) return;
    point.total += at.weight;
  }
}

void Mixture::densities(const ComponentPoint& at, std::size_t component, const double* x, std::size_t count,
                        double* densities) const noexcept {
  const Component& of = components_[component];
  if (of.general)
    return of.general->densities({at.arguments.data(), of.arguments.size()}, range_, {x, count}, densities);
  fastest_kernels().shapes[static_cast<std::size_t>(of.kind)].densities(at.constants, x, count, densities);
}

void Mixture::add_features(const ComponentPoint& at, std::size_t component, const double* x, const double* densities,
                           const double* ratios, std::size_t count, FeatureSums& sums) const noexcept {
  const Component& of = components_[component];
  if (!of.general)
    return fastest_kernels().shapes[static_cast<std::size_t>(of.kind)].features(at.constants, x, densities, ratios,
                                                                                count, sums);
  alignas(64) double slopes[most_parameters][most_at_once];
  double* rows[most_parameters];
  for (std::size_t k = 0; k < of.arguments.size(); ++k) rows[k] = slopes[k];
  of.general->slopes({at.arguments.data(), of.arguments.size()}, range_, {x, count}, rows);
  const auto add = [&](double to[strands], const double* numbers) {
    for (std::size_t i = 0; i < count; ++i)
      if (ratios[i] != 0) to[i % strands] += ratios[i] * numbers[i];  // absent ones may have no derivative
  };
  add(sums.of[0], densities);
  for (std::size_t k = 0; k < of.arguments.size(); ++k) add(sums.of[k + 1], slopes[k]);
}

void Mixture::slopes(const ComponentPoint& at, std::size_t component, const double* features,
                     double* slopes) const noexcept {
  const Component& of = components_[component];
  if (of.general)
    std::copy_n(features, of.arguments.size(), slopes);
  else
    shape_of(of.kind).slopes({at.arguments.data(), of.arguments.size()}, features, slopes);
}

double Mixture::integral(const ComponentPoint& at, std::size_t component, const Interval& part,
                         double* slopes) const noexcept {
  const Component& of = components_[component];
  if (of.general) return of.general->integral({at.arguments.data(), of.arguments.size()}, range_, part, slopes);
  return shape_of(of.kind).integral({at.arguments.data(), of.arguments.size()}, range_, part, slopes);
}

void Mixture::add_gradient(std::span<const double> parameters, const MixturePoint& point, std::size_t component,
                           double sum, const double* slopes, std::span<double> gradient) const noexcept {
  const Component& of = components_[component];
  const ComponentPoint& at = point.components[component];
  if (of.is_absolute) {
    for (std::size_t j = 0; j < of.arguments.size(); ++j)
      if (const auto place = of.arguments[j].parameter) gradient[*place] += slopes[j];
    return;
  }
  for (std::size_t j = 0; j < of.arguments.size(); ++j)
    if (const auto place = of.arguments[j].parameter)
      gradient[*place] += at.scale() * (slopes[j] - sum * (at.slopes[j] / at.integral));
  add_gradient_of_product(of.factors, parameters, sum / at.integral, gradient);
}

void Mixture::add_gradient_of_total(std::span<const double> parameters, const MixturePoint& point, double factor,
                                    std::span<double> gradient) const noexcept {
  for (std::size_t k = 0; k < components_.size(); ++k) {
    const Component& component = components_[k];
    add_gradient_of_product(component.factors, parameters, factor, gradient);
    for (std::size_t j = 0; j < component.arguments.size() && component.is_absolute; ++j)
      if (const auto place = component.arguments[j].parameter)
        gradient[*place] += factor * point.components[k].slopes[j];
  }
}

std::vector<double> Mixture::bounds(const ComponentPoint& at, std::size_t component) const {
  const Component& of = components_[component];
  if (of.general) return of.general->bounds({at.arguments.data(), of.arguments.size()}, range_);
  const bool is_exponential = of.kind == ShapeKind::exponential;
  std::vector<double> bounds;
  if (std::isfinite(range_.low)) bounds.push_back(range_.low);
  std::vector<double> distances = distances_of(of.kind);
  std::ranges::copy(joints_of(of.kind, at.arguments.data()), std::back_inserter(distances));
  std::ranges::sort(distances);
  for (const double distance : distances) {
    const double bound =
        is_exponential ? range_.low + distance * at.arguments[0] : at.arguments[0] + distance * at.arguments[1];
    if (bound > range_.low && bound < range_.high) bounds.push_back(bound);
  }
  if (std::isfinite(range_.high)) bounds.push_back(range_.high);
  return bounds;
}

void Mixture::densities(const MixturePoint& point, const double* x, std::size_t count, double* densities) const {
  alignas(64) double of_component[most_at_once];
  std::fill_n(densities, count, 0.0);
  for (std::size_t k = 0; k < components_.size(); ++k) {
    this->densities(point.components[k], k, x, count, of_component);
    const double scale = point.components[k].scale();
    for (std::size_t i = 0; i < count; ++i) densities[i] += scale * of_component[i];
  }
}

MixturePoint Mixture::point_at(std::span<const double> parameters) const {
  if (parameters.size() != parameters_.size())
    detail::fail(ErrorKind::misuse, "there are {} values for the model's {} parameters", parameters.size(),
                 parameters_.size());
  MixturePoint point;
  prepare(parameters, point);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const Parameter& one = parameters_[i]; !is_within_limits(one, parameters[i]))
      detail::fail(ErrorKind::misuse, "parameter '{}' is {}, expected {} to {}", one.name, parameters[i], one.low,
                   one.high);
  if (!point.is_defined)
    detail::fail(ErrorKind::misuse,
                 "the model has no density for these parameters: a width, or a tail's alpha, is 0, "
                 "or a tail has an infinite integral");
  return point;
}

}  // namespace ramet::inline v1::fit::internal
