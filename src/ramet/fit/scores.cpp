#include "ramet/fit/scores.hpp"

#include <algorithm>
#include <array>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::FeatureSums;
using internal::Mixture;
using internal::MixturePoint;
using internal::strands;

/// Of 8 events: each strand has one of them.
void scores_of_strands(const Mixture& mixture, const MixturePoint& point, std::span<const double> parameters,
                       const double (&x)[strands], std::size_t count, double* to) {
  alignas(64) double densities[internal::most_components][strands], totals[strands];
  const double* all[internal::most_components];
  double weights[internal::most_components];
  const std::size_t components = mixture.components().size();
  for (std::size_t k = 0; k < components; ++k) {
    mixture.densities(point.components[k], k, x, strands, densities[k]);
    all[k] = densities[k];
    weights[k] = point.components[k].scale();
  }
  const internal::Kernels& kernels = internal::fastest_kernels();
  kernels.mix(all, weights, components, strands, totals);
  kernels.invert(totals, strands, totals);
  std::fill_n(to, count * parameters.size(), 0.0);
  for (std::size_t k = 0; k < components; ++k) {
    FeatureSums sums;
    mixture.add_features(point.components[k], k, x, densities[k], totals, strands, sums);
    const std::size_t arguments = mixture.components()[k].arguments.size();
    for (std::size_t i = 0; i < count; ++i) {
      std::array<double, internal::most_features> features;
      std::array<double, internal::most_parameters> slopes;
      for (std::size_t j = 0; j < arguments; ++j) features[j] = sums.of[j + 1][i];
      mixture.slopes(point.components[k], k, features.data(), slopes.data());
      mixture.add_gradient(parameters, point, k, sums.of[0][i], slopes.data(),
                           {to + i * parameters.size(), parameters.size()});
    }
  }
}

}  // namespace

void scores(const Model& model, std::span<const double> parameters, std::span<const double> x,
            std::span<double> scores) {
  const Mixture& mixture = model.mixture();
  const MixturePoint point = mixture.point_at(parameters);
  if (scores.size() != x.size() * parameters.size())
    detail::fail(ErrorKind::misuse, "there is room for {} derivatives of {} events by {} parameters", scores.size(),
                 x.size(), parameters.size());
  for (std::size_t first = 0; first < x.size(); first += strands) {
    const std::size_t count = std::min(strands, x.size() - first);
    alignas(64) double events[strands];
    std::fill_n(events, strands, x[first]);
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(first), count, events);
    scores_of_strands(mixture, point, parameters, events, count, scores.data() + first * parameters.size());
  }
}

}  // namespace ramet::inline v1::fit
