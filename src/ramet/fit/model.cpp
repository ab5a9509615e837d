#include "ramet/fit/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/joining.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::Component;
using internal::Mixture;
using internal::ShapeKind;

Model shape(ShapeKind kind, const std::vector<Argument>& arguments, const Interval& range) {
  std::vector<Parameter> parameters;
  Component component{.kind = kind, .arguments = {}, .factors = {}};
  internal::check_range(component, range);
  const auto& known = internal::shape_of(kind).parameters;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const internal::ShapeParameter& limits = known[std::min(i, known.size() - 1)];
    component.arguments.push_back(internal::term_of(arguments[i], limits.low, limits.high, parameters));
  }
  return Model(std::make_shared<const Mixture>(std::move(parameters), std::vector{std::move(component)}, range, false));
}

}  // namespace

const std::vector<Parameter>& Model::parameters() const noexcept { return mixture_->parameters(); }
const Interval& Model::range() const noexcept { return mixture_->range(); }
bool Model::is_extended() const noexcept { return mixture_->is_extended(); }

Model Model::within(const Interval& range) const {
  for (const Component& component : mixture_->components()) internal::check_range(component, range);
  return Model(std::make_shared<const Mixture>(mixture_->parameters(), mixture_->components(), range, is_extended()));
}

void Model::densities(std::span<const double> parameters, std::span<const double> x,
                      std::span<double> densities) const {
  if (x.size() != densities.size())
    detail::fail(ErrorKind::misuse, "there are {} numbers and room for {} densities", x.size(), densities.size());
  const internal::MixturePoint point = mixture_->point_at(parameters);
  constexpr std::size_t at_once = 512;
  for (std::size_t first = 0; first < x.size(); first += at_once) {
    const std::size_t count = std::min(at_once, x.size() - first);
    const std::size_t padded = (count + internal::strands - 1) / internal::strands * internal::strands;
    alignas(64) std::array<double, at_once> from, of_component;
    from.fill(x[first]);
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(first), count, from.begin());
    std::fill_n(densities.begin() + static_cast<std::ptrdiff_t>(first), count, 0.0);
    for (std::size_t k = 0; k < mixture_->components().size(); ++k) {
      mixture_->densities(point.components[k], k, from.data(), padded, of_component.data());
      for (std::size_t i = 0; i < count; ++i) densities[first + i] += point.components[k].scale() * of_component[i];
    }
    for (std::size_t i = 0; i < count; ++i)
      if (!(from[i] >= range().low && from[i] <= range().high)) densities[first + i] = 0;
  }
}

double Model::integral_error(std::span<const double> parameters) const {
  const internal::MixturePoint point = mixture_->point_at(parameters);
  double most = 0;
  for (std::size_t k = 0; k < mixture_->components().size(); ++k) {
    const Component& component = mixture_->components()[k];
    const std::span<const double> arguments(point.components[k].arguments.data(), component.arguments.size());
    if (component.general) most = std::max(most, component.general->integral_error(arguments, range()));
  }
  return most;
}

double Model::integral(std::span<const double> parameters, const Interval& part) const {
  const internal::MixturePoint point = mixture_->point_at(parameters);
  double sum = 0;
  for (std::size_t k = 0; k < mixture_->components().size(); ++k)
    sum += point.components[k].scale() * mixture_->integral(point.components[k], k, part, nullptr);
  return sum;
}

Model gauss(const Argument& mean, const Argument& sigma, const Interval& range) {
  return shape(ShapeKind::gauss, {mean, sigma}, range);
}

Model exponential(const Argument& tau, const Interval& range) { return shape(ShapeKind::exponential, {tau}, range); }

Model uniform(const Interval& range) { return shape(ShapeKind::uniform, {}, range); }

Model breit_wigner(const Argument& mean, const Argument& gamma, const Interval& range) {
  return shape(ShapeKind::breit_wigner, {mean, gamma}, range);
}

Model crystal_ball(const Argument& mean, const Argument& sigma, const Argument& alpha, const Argument& n,
                   const Interval& range) {
  return shape(ShapeKind::crystal_ball, {mean, sigma, alpha, n}, range);
}

Model two_sided_crystal_ball(const Argument& mean, const Argument& sigma, const Tail& low, const Tail& high,
                             const Interval& range) {
  return shape(ShapeKind::two_sided_crystal_ball, {mean, sigma, low.alpha, low.n, high.alpha, high.n}, range);
}

Model chebyshev(const std::vector<Argument>& coefficients, const Interval& range) {
  if (coefficients.empty() || coefficients.size() > internal::most_parameters)
    detail::fail(ErrorKind::misuse, "there are {} coefficients, expected 1 to {}", coefficients.size(),
                 internal::most_parameters);
  return shape(ShapeKind::chebyshev, coefficients, range);
}

Model mixture(const std::vector<Model>& models, const std::vector<Argument>& fractions) {
  return mixture(models, fractions, internal::common_range(models));
}

Model mixture(const std::vector<Model>& models, const std::vector<Argument>& fractions, const Interval& range) {
  if (fractions.size() + 1 != models.size())
    detail::fail(ErrorKind::misuse, "there are {} fractions of {} models, expected one fraction less than models",
                 fractions.size(), models.size());
  return internal::join(models, fractions, range, internal::Weights::fractions);
}

Model extended(const std::vector<Model>& models, const std::vector<Argument>& yields) {
  return extended(models, yields, internal::common_range(models));
}

Model extended(const std::vector<Model>& models, const std::vector<Argument>& yields, const Interval& range) {
  if (yields.size() != models.size() || models.empty())
    detail::fail(ErrorKind::misuse, "there are {} yields of {} models, expected one for each", yields.size(),
                 models.size());
  return internal::join(models, yields, range, internal::Weights::yields);
}

}  // namespace ramet::inline v1::fit
