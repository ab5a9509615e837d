#include "ramet/fit/internal/slopes.hpp"

#include <algorithm>
#include <array>

namespace ramet::inline v1::fit::internal {

// Each strand has one of the 8 x.
void write_slopes(const Mixture& mixture, const MixturePoint& point, std::span<const double> parameters,
                  const double (&x)[strands], std::size_t count, SlopesOf of, double* to) {
  alignas(64) double densities[most_components][strands], ratios[strands];
  const double* all[most_components];
  double weights[most_components];
  const std::size_t components = mixture.components().size();
  for (std::size_t k = 0; k < components; ++k) {
    mixture.densities(point.components[k], k, x, strands, densities[k]);
    all[k] = densities[k];
    weights[k] = point.components[k].scale();
  }
  std::ranges::fill(ratios, 1.0);
  if (of == SlopesOf::logarithms) {
    fastest_kernels().mix(all, weights, components, strands, ratios);
    fastest_kernels().invert(ratios, strands, ratios);
  }
  std::fill_n(to, count * parameters.size(), 0.0);
  for (std::size_t k = 0; k < components; ++k) {
    FeatureSums sums;
    mixture.add_features(point.components[k], k, x, densities[k], ratios, strands, sums);
    const std::size_t arguments = mixture.components()[k].arguments.size();
    for (std::size_t i = 0; i < count; ++i) {
      std::array<double, most_features> features;
      std::array<double, most_parameters> slopes;
      for (std::size_t j = 0; j < arguments; ++j) features[j] = sums.of[j + 1][i];
      mixture.slopes(point.components[k], k, features.data(), slopes.data());
      mixture.add_gradient(parameters, point, k, sums.of[0][i], slopes.data(),
                           {to + i * parameters.size(), parameters.size()});
    }
  }
}

}  // namespace ramet::inline v1::fit::internal
