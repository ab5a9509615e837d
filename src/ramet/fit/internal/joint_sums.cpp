#include "ramet/fit/internal/joint_sums.hpp"

#include <algorithm>
#include <array>

namespace ramet::inline v1::fit::internal {

/// Of a block. A part has one shape at least, so there are no more parts than shapes. Threads: one thread.
struct JointSums::Workspace {
  alignas(64) double shapes[most_components][events_at_once];  ///< densities of shapes, not normalised
  alignas(64) double parts[most_components][events_at_once];   ///< densities of parts
  alignas(64) double terms[most_components][events_at_once];   ///< products of parts
  alignas(64) double totals[events_at_once];
  alignas(64) double ratios[events_at_once];
  FeatureSums of_shapes[most_components];
  alignas(64) double of_terms[most_components][strands] = {};
};

JointSums::JointSums(const Joint& joint, const JointPoint& point, const std::vector<Events>& columns, bool only_value)
    : joint_(joint), point_(point), columns_(columns), only_value_(only_value), width_(1) {
  if (only_value) return;
  width_ += joint.terms().size();
  for (std::size_t p = 0; p < point.parts.size(); ++p)
    for (const Component& component : mixture(p).components()) width_ += component.arguments.size() + 1;
}

std::size_t JointSums::count() const noexcept {
  return (columns_.front().size() + events_per_block - 1) / events_per_block;
}

const Mixture& JointSums::mixture(std::size_t part) const noexcept {
  return joint_.terms()[part / joint_.variables()].parts[part % joint_.variables()].model.mixture();
}

Tally JointSums::compute(std::size_t block, std::span<ExactSum> row) const noexcept {
  const Kernels& kernels = fastest_kernels();
  Workspace at;
  Products products;
  const double* terms[most_components];
  for (std::size_t k = 0; k < joint_.terms().size(); ++k) terms[k] = at.terms[k];
  const std::size_t end = std::min(columns_.front().size(), (block + 1) * events_per_block);
  for (std::size_t first = block * events_per_block; first < end; first += events_at_once) {
    const std::size_t count = std::min(events_at_once, end - first);
    const std::size_t padded = (count + strands - 1) / strands * strands;
    compute_terms(first, padded, at);
    kernels.mix(terms, point_.weights.data(), joint_.terms().size(), padded, at.totals);
    std::fill(at.totals + count, at.totals + padded, 1.0);  // the logarithm is 0
    kernels.multiply(at.totals, padded, products);
    if (only_value_) continue;
    kernels.invert(at.totals, padded, at.totals);
    std::fill(at.totals + count, at.totals + padded, 0.0);
    add_features(first, padded, at);
  }
  double logarithms[strands];
  kernels.take_logarithms(products, logarithms);
  row[0] = sum_of(logarithms);
  std::size_t place = 1, shape = 0;
  for (std::size_t k = 0; k < joint_.terms().size() && !only_value_; ++k) row[place++] = sum_of(at.of_terms[k]);
  for (std::size_t p = 0; p < point_.parts.size() && !only_value_; ++p)
    for (const Component& component : mixture(p).components()) {
      for (std::size_t i = 0; i <= component.arguments.size(); ++i) row[place++] = sum_of(at.of_shapes[shape].of[i]);
      ++shape;
    }
  return tally_of(products, {});
}

void JointSums::compute_terms(std::size_t first, std::size_t padded, Workspace& at) const noexcept {
  const std::size_t variables = joint_.variables();
  for (std::size_t p = 0, shape = 0; p < point_.parts.size(); ++p) {
    const Mixture& of = mixture(p);
    const MixturePoint& point = point_.parts[p].mixture;
    const double* all[most_components];
    double scales[most_components];
    for (std::size_t k = 0; k < of.components().size(); ++k, ++shape) {
      of.densities(point.components[k], k, columns_[p % variables].data() + first, padded, at.shapes[shape]);
      all[k] = at.shapes[shape];
      scales[k] = point.components[k].scale();
    }
    fastest_kernels().mix(all, scales, of.components().size(), padded, at.parts[p]);
    double* const term = at.terms[p / variables];
    for (std::size_t i = 0; i < padded; ++i) term[i] = p % variables == 0 ? at.parts[p][i] : term[i] * at.parts[p][i];
  }
}

void JointSums::add_features(std::size_t first, std::size_t padded, Workspace& at) const noexcept {
  const std::size_t variables = joint_.variables();
  for (std::size_t k = 0; k < joint_.terms().size(); ++k)
    for (std::size_t i = 0; i < padded; ++i) at.of_terms[k][i % strands] += at.terms[k][i] * at.totals[i];
  for (std::size_t p = 0, shape = 0; p < point_.parts.size(); ++p) {
    const std::size_t term = p / variables;
    for (std::size_t i = 0; i < padded; ++i) at.ratios[i] = point_.weights[term] * at.totals[i];
    for (std::size_t other = term * variables; other < (term + 1) * variables; ++other)
      for (std::size_t i = 0; i < padded && other != p; ++i) at.ratios[i] *= at.parts[other][i];
    const Mixture& of = mixture(p);
    for (std::size_t k = 0; k < of.components().size(); ++k, ++shape)
      of.add_features(point_.parts[p].mixture.components[k], k, columns_[p % variables].data() + first,
                      at.shapes[shape], at.ratios, padded, at.of_shapes[shape]);
  }
}

void JointSums::add_gradient(std::span<const double> parameters, std::span<const ExactSum> row,
                             std::span<double> gradient) const {
  std::size_t place = 1;
  for (const JointTerm& term : joint_.terms())
    add_gradient_of_product(term.factors, parameters, row[place++].value(), gradient);
  for (std::size_t p = 0; p < point_.parts.size(); ++p) {
    const JointPartPoint& point = point_.parts[p];
    std::vector<double> own(point.parameters.size());
    for (std::size_t k = 0; k < mixture(p).components().size(); ++k) {
      const std::size_t count = mixture(p).components()[k].arguments.size() + 1;
      std::array<double, most_features + 1> features;
      for (std::size_t i = 0; i < count; ++i) features[i] = row[place++].value();
      std::array<double, most_parameters> slopes;
      mixture(p).slopes(point.mixture.components[k], k, features.data() + 1, slopes.data());
      mixture(p).add_gradient(point.parameters, point.mixture, k, features[0], slopes.data(), own);
    }
    const auto& places = joint_.terms()[p / joint_.variables()].parts[p % joint_.variables()].places;
    for (std::size_t i = 0; i < own.size(); ++i) gradient[places[i]] += own[i];
  }
}

}  // namespace ramet::inline v1::fit::internal
