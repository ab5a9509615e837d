#include "ramet/fit/sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::ComponentPoint;
using internal::Mixture;
using internal::MixturePoint;

constexpr double least_probability = 1e-12;  ///< a part with less has no events
constexpr double most_missing = 1e-6;

// Calls of the stream, so that the numbers are independent.
constexpr std::uint8_t choice_call = 0, place_call = 1, count_call = 2;  // the first two are from the first call on

double density_at(const Mixture& mixture, const ComponentPoint& at, std::size_t component, double x) {
  std::array<double, internal::strands> from, found;
  from.fill(x);
  mixture.densities(at, component, from.data(), from.size(), found.data());
  return found.front();
}

[[noreturn]] void fail_incomplete(const Interval& range, double covered) {
  if (std::isinf(range.low) || std::isinf(range.high))
    detail::fail(ErrorKind::misuse,
                 "a probability of {:.2} is far away in a range that is infinite: give the model a finite one",
                 1 - covered);
  detail::fail(ErrorKind::misuse,
               "the parts of the range from {} to {} have a probability of {:.6} together, expected 1: the "
               "integral misses something, perhaps a narrow peak",
               range.low, range.high, covered);
}

}  // namespace

Sampler::Sampler(const Model& model, std::span<const double> parameters) : expected_(0) {
  const Mixture& mixture = model.mixture();
  const MixturePoint point = mixture.point_at(parameters);
  double covered = 0;
  for (std::size_t k = 0; k < mixture.components().size(); ++k) {
    const ComponentPoint& at = point.components[k];
    if (at.weight < 0) detail::fail(ErrorKind::misuse, "a component of the model has the weight {}", at.weight);
    const std::vector<double> bounds = mixture.bounds(at, k);
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
  if (!(std::abs(1 - covered) < most_missing)) fail_incomplete(mixture.range(), covered);
  if (model.is_extended()) expected_ = point.total;
}

void Sampler::fill(const random::Stream& stream, std::span<double> events, std::uint8_t first_call) const {
  const auto call = [&](std::uint8_t of) { return static_cast<std::uint8_t>(first_call + of); };
  std::vector<double> choices(events.size());
  random::fill_uniform(stream, {.call = call(choice_call)}, choices, 0, cumulative_.back());
  std::vector<std::vector<std::uint64_t>> entries(tables_.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto found = std::ranges::upper_bound(cumulative_.begin(), cumulative_.end() - 1, choices[i]);
    entries[static_cast<std::size_t>(found - cumulative_.begin())].push_back(i);
  }
  std::vector<double> made;
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    made.resize(entries[k].size());
    tables_[k].fill(stream, {.entries = entries[k], .call = call(place_call)}, made);
    for (std::size_t i = 0; i < made.size(); ++i) events[entries[k][i]] = made[i];
  }
}

std::size_t Sampler::count(const random::Stream& stream, double expected) {
  if (expected <= 0) detail::fail(ErrorKind::misuse, "the model has no yields: how many events are wanted?");
  std::array<random::Count, 1> number{};
  random::fill_poisson(stream, {.call = count_call}, number, expected);
  return static_cast<std::size_t>(number.front());
}

}  // namespace ramet::inline v1::fit
