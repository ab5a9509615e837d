#include "ramet/fit/internal/block_sums.hpp"

#include <algorithm>

namespace ramet::inline v1::fit::internal {

Tally RowsOfBlocks::tally() const noexcept {
  Tally all;
  for (const Tally& one : tallies) all += one;
  return all;
}

ExactSum RowsOfBlocks::logarithms() const noexcept {
  ExactSum sum = rows.front();
  const auto exponent = static_cast<double>(tally().exponents);
  sum += ExactSum::product(exponent, 0x1.62e42fefa39efp-1);  // log 2 in two parts
  sum += exponent * 0x1.abc9e3b39803fp-56;
  return sum;
}

BlockSums::BlockSums(const Mixture& mixture, const MixturePoint& point, const Events& events, bool only_value) noexcept
    : mixture_(mixture), point_(point), events_(events), kernels_(fastest_kernels()), only_value_(only_value) {
  for (std::size_t k = 0; k < mixture.components().size(); ++k) weights_[k] = point.components[k].scale();
}

std::size_t BlockSums::count() const noexcept { return (events_.size() + events_per_block - 1) / events_per_block; }

std::size_t BlockSums::width() const noexcept {
  std::size_t width = 1;
  for (std::size_t k = 0; k < mixture_.components().size() && !only_value_; ++k) width += sums_of(k);
  return width;
}

Tally BlockSums::compute(std::size_t block, std::span<ExactSum> row) const noexcept {
  const std::size_t components = mixture_.components().size();
  alignas(64) double densities[most_components][events_at_once];
  alignas(64) double totals[events_at_once];
  const double* all[most_components];
  for (std::size_t k = 0; k < components; ++k) all[k] = densities[k];
  Products products;
  WeightedLogarithms weighted;
  FeatureSums features[most_components];
  const std::size_t end = std::min(events_.size(), (block + 1) * events_per_block);
  for (std::size_t first = block * events_per_block; first < end; first += events_at_once) {
    const std::size_t count = std::min(events_at_once, end - first);
    const std::size_t padded = (count + strands - 1) / strands * strands;
    for (std::size_t k = 0; k < components; ++k)
      mixture_.densities(point_.components[k], k, events_.data() + first, padded, densities[k]);
    kernels_.mix(all, weights_, components, padded, totals);
    std::fill(totals + count, totals + padded, 1.0);  // the logarithm is 0
    if (events_.weights() == nullptr)
      kernels_.multiply(totals, padded, products);
    else
      kernels_.weigh(totals, events_.weights() + first, padded, weighted);
    if (only_value_) continue;
    kernels_.invert(totals, padded, totals);
    std::fill(totals + count, totals + padded, 0.0);
    add_features(first, densities, totals, padded, features);
  }
  double logarithms[strands];
  kernels_.take_logarithms(products, logarithms);
  row[0] = sum_of(logarithms);
  row[0] += sum_of(weighted.sums);
  for (std::size_t k = 0, at = 1; k < components && !only_value_; ++k)
    for (std::size_t i = 0; i < sums_of(k); ++i) row[at++] = sum_of(features[k].of[i]);
  return tally_of(products, weighted);
}

Tally tally_of(const Products& products, const WeightedLogarithms& weighted) noexcept {
  Tally tally;
  for (const std::int64_t exponent : products.exponents) tally.exponents += exponent;
  for (std::size_t i = 0; i < strands; ++i)
    tally.absent += static_cast<std::size_t>(products.absent[i] + weighted.absent[i]);
  return tally;
}

void BlockSums::add_features(std::size_t first, const double (*densities)[events_at_once], double* ratios,
                             std::size_t count, FeatureSums* sums) const noexcept {
  if (const double* const weights = events_.weights())
    for (std::size_t i = 0; i < count; ++i) ratios[i] *= weights[first + i];
  for (std::size_t k = 0; k < mixture_.components().size(); ++k)
    mixture_.add_features(point_.components[k], k, events_.data() + first, densities[k], ratios, count, sums[k]);
}

}  // namespace ramet::inline v1::fit::internal
