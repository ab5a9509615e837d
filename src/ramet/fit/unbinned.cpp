#include <array>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/internal/block_sums.hpp"
#include "ramet/fit/internal/events.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/general/tabulated_shape.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::ExactSum;

/// Threads: immutable; memory of evaluations is lent to each.
class UnbinnedCost final : public Cost {
 public:
  UnbinnedCost(std::span<const double> events, const Model& model, std::span<const double> weights)
      : Cost(model.parameters(), events.size()),
        model_(internal::for_events(model, events.size())),
        events_(events, model_.range(), weights) {}

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& executor) const override {
    const internal::Mixture& mixture = model_.mixture();
    internal::MixturePoint point;
    mixture.prepare(parameters, point);
    if (!point.is_defined) return {.value = std::numeric_limits<double>::infinity(), .absent = points()};
    const auto sums = sums_.lend();
    const internal::BlockSums blocks(mixture, point, events_, gradient.empty());
    internal::sum_blocks(blocks, *sums, executor);
    if (!gradient.empty()) add_gradient(parameters, point, blocks, sums->rows, gradient);
    return evaluation(*sums, point);
  }

  Evaluation evaluation(const internal::RowsOfBlocks& sums, const internal::MixturePoint& point) const {
    ExactSum logarithms = sums.logarithms();
    if (model_.is_extended()) logarithms += -point.total;
    return {.value = -2 * logarithms.value(), .absent = sums.tally().absent};
  }

  void add_gradient(std::span<const double> parameters, const internal::MixturePoint& point,
                    const internal::BlockSums& blocks, std::span<const ExactSum> sums,
                    std::span<double> gradient) const {
    const internal::Mixture& mixture = model_.mixture();
    for (std::size_t k = 0, at = 1; k < mixture.components().size(); ++k) {
      std::array<double, internal::most_features + 1> features;
      const std::size_t count = blocks.sums_of(k);
      for (std::size_t i = 0; i < count; ++i) features[i] = sums[at++].value();
      std::array<double, internal::most_parameters> slopes;
      mixture.slopes(point.components[k], k, features.data() + 1, slopes.data());
      mixture.add_gradient(parameters, point, k, features[0], slopes.data(), gradient);
    }
    if (model_.is_extended()) mixture.add_gradient_of_total(parameters, point, -1, gradient);
    for (double& slope : gradient) slope *= -2;
  }

  Model model_;
  internal::Events events_;
  mutable ObjectPool<internal::RowsOfBlocks> sums_;
};

}  // namespace

std::shared_ptr<const Cost> unbinned(std::span<const double> events, const Model& model,
                                     std::span<const double> weights) {
  return std::make_shared<UnbinnedCost>(events, model, weights);
}

}  // namespace ramet::inline v1::fit
