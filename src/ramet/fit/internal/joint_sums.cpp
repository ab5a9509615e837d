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
    : joint_(joint),
      point_(point),
      columns_(columns),
      only_value_(only_value),
      width_(only_value ? 1 : 1 + joint.sums()) {}

std::size_t JointSums::count() const noexcept {
  return (columns_.front().size() + events_per_block - 1) / events_per_block;
}

Tally JointSums::compute(std::size_t block, std::span<ExactSum> row) const noexcept {
  const Kernels& kernels = fastest_kernels();
  Workspace at;
  Products products;
  WeightedLogarithms weighted;
  const double* terms[most_components];
  for (std::size_t k = 0; k < joint_.terms().size(); ++k) terms[k] = at.terms[k];
  const std::size_t end = std::min(columns_.front().size(), (block + 1) * events_per_block);
  for (std::size_t first = block * events_per_block; first < end; first += events_at_once) {
    const std::size_t count = std::min(events_at_once, end - first);
    const std::size_t padded = (count + strands - 1) / strands * strands;
    compute_terms(first, padded, at);
    kernels.mix(terms, point_.weights.data(), joint_.terms().size(), padded, at.totals);
    std::fill(at.totals + count, at.totals + padded, 1.0);  // the logarithm is 0
    if (columns_.front().weights() == nullptr)
      kernels.multiply(at.totals, padded, products);
    else
      kernels.weigh(at.totals, columns_.front().weights() + first, padded, weighted);
    if (only_value_) continue;
    kernels.invert(at.totals, padded, at.totals);
    std::fill(at.totals + count, at.totals + padded, 0.0);
    if (const double* const weights = columns_.front().weights())
      for (std::size_t i = 0; i < padded; ++i) at.totals[i] *= weights[first + i];
    add_features(first, padded, at);
  }
  double logarithms[strands];
  kernels.take_logarithms(products, logarithms);
  row[0] = sum_of(logarithms);
  row[0] += sum_of(weighted.sums);
  std::size_t place = 1, shape = 0;
  for (std::size_t k = 0; k < joint_.terms().size() && !only_value_; ++k) row[place++] = sum_of(at.of_terms[k]);
  for (std::size_t p = 0; p < point_.parts.size() && !only_value_; ++p)
    for (const Component& component : mixture(p).components()) {
      for (std::size_t i = 0; i <= component.arguments.size(); ++i) row[place++] = sum_of(at.of_shapes[shape].of[i]);
      ++shape;
    }
  return tally_of(products, weighted);
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
  std::vector<double> sums;
  for (const ExactSum& one : row.subspan(1)) sums.push_back(one.value());
  double* at = sums.data() + joint_.terms().size();
  for (std::size_t p = 0; p < point_.parts.size(); ++p)
    for (std::size_t k = 0; k < mixture(p).components().size(); ++k) {
      const std::size_t count = mixture(p).components()[k].arguments.size();
      std::array<double, most_parameters> slopes;
      mixture(p).slopes(point_.parts[p].mixture.components[k], k, at + 1, slopes.data());
      std::copy_n(slopes.begin(), count, at + 1);
      at += count + 1;
    }
  joint_.add_gradient(parameters, point_, sums, gradient);
}

}  // namespace ramet::inline v1::fit::internal
