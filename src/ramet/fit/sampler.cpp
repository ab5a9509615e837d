#include "ramet/fit/sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::Component;
using internal::ComponentPoint;
using internal::Mixture;
using internal::MixturePoint;
using internal::ShapeKind;

constexpr double least_probability = 1e-12;  ///< a part with less has no events
constexpr double most_missing = 1e-6;

// Calls of the stream, so that the numbers are independent.
constexpr std::uint8_t choice_call = 0, place_call = 1, count_call = 2;

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

/// Bounds of parts of the range in which a component is smooth.
std::vector<double> bounds_of(const Component& component, const ComponentPoint& at, const Interval& range) {
  if (component.general) return component.general->bounds({at.arguments.data(), component.arguments.size()}, range);
  const ShapeKind kind = component.kind;
  const bool is_exponential = kind == ShapeKind::exponential;
  std::vector<double> bounds;
  if (std::isfinite(range.low)) bounds.push_back(range.low);
  for (const double distance : distances_of(kind)) {
    const double bound =
        is_exponential ? range.low + distance * at.arguments[0] : at.arguments[0] + distance * at.arguments[1];
    if (bound > range.low && bound < range.high) bounds.push_back(bound);
  }
  if (std::isfinite(range.high)) bounds.push_back(range.high);
  return bounds;
}

double density_at(const Mixture& mixture, const ComponentPoint& at, std::size_t component, double x) {
  std::array<double, internal::strands> from, found;
  from.fill(x);
  mixture.densities(at, component, from.data(), from.size(), found.data());
  return found.front();
}

}  // namespace

Sampler::Sampler(const Model& model, std::span<const double> parameters) : expected_(0) {
  const Mixture& mixture = model.mixture();
  const MixturePoint point = mixture.point_at(parameters);
  double covered = 0;
  for (std::size_t k = 0; k < mixture.components().size(); ++k) {
    const ComponentPoint& at = point.components[k];
    if (at.weight < 0) detail::fail(ErrorKind::misuse, "a component of the model has the weight {}", at.weight);
    const std::vector<double> bounds = bounds_of(mixture.components()[k], at, model.range());
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
      const double integral = mixture.integral(at, k, {.low = bounds[i], .high = bounds[i + 1]}, nullptr);
      const double probability = at.scale() * integral / point.total;
      if (!(probability > least_probability)) continue;
      const double last = std::nextafter(bounds[i + 1], bounds[i]);  // what begins at the bound is another part
      tables_.emplace_back([&](double x) { return density_at(mixture, at, k, std::min(x, last)); }, bounds[i],
                           bounds[i + 1]);
      covered += probability;
      cumulative_.push_back(covered);
    }
  }
  if (!(std::abs(1 - covered) < most_missing))
    detail::fail(ErrorKind::misuse,
                 "a probability of {:.2} is far away in a range that is infinite: give the model a "
                 "finite one",
                 1 - covered);
  if (model.is_extended()) expected_ = point.total;
}

void Sampler::fill(const random::Stream& stream, std::span<double> events) const {
  std::vector<double> choices(events.size());
  random::fill_uniform(stream, {.call = choice_call}, choices, 0, cumulative_.back());
  std::vector<std::vector<std::uint64_t>> entries(tables_.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto found = std::ranges::upper_bound(cumulative_.begin(), cumulative_.end() - 1, choices[i]);
    entries[static_cast<std::size_t>(found - cumulative_.begin())].push_back(i);
  }
  std::vector<double> made;
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    made.resize(entries[k].size());
    tables_[k].fill(stream, {.entries = entries[k], .call = place_call}, made);
    for (std::size_t i = 0; i < made.size(); ++i) events[entries[k][i]] = made[i];
  }
}

std::size_t Sampler::count(const random::Stream& stream) const {
  if (expected_ <= 0) detail::fail(ErrorKind::misuse, "the model has no yields: how many events are wanted?");
  std::array<random::Count, 1> number{};
  random::fill_poisson(stream, {.call = count_call}, number, expected_);
  return static_cast<std::size_t>(number.front());
}

}  // namespace ramet::inline v1::fit
