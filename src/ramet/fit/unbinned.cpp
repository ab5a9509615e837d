#include <array>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/internal/block_sums.hpp"
#include "ramet/fit/internal/events.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::ExactSum;

constexpr std::size_t fewest_blocks = 8;  ///< for which other threads are asked: a block takes 10 microseconds

/// What the blocks give, one behind the other. Threads: one thread a block.
struct Sums {
  std::vector<ExactSum> rows;
  std::vector<internal::Tally> tallies;
};

/// Threads: immutable; memory of evaluations is lent to each.
class UnbinnedCost final : public Cost {
 public:
  UnbinnedCost(std::span<const double> events, Model model, std::span<const double> weights)
      : Cost(model.parameters(), events.size()), model_(std::move(model)), events_(events, model_.range(), weights) {}

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& executor) const override {
    const internal::Mixture& mixture = model_.mixture();
    internal::MixturePoint point;
    mixture.prepare(parameters, point);
    if (!point.is_defined) return {.value = std::numeric_limits<double>::infinity(), .absent = points()};
    const auto sums = sums_.lend();
    const internal::BlockSums blocks(mixture, point, events_, gradient.empty());
    run(blocks, *sums, executor);
    if (!gradient.empty()) add_gradient(parameters, point, blocks, sums->rows, gradient);
    return evaluation(*sums, point);
  }

  static void run(const internal::BlockSums& blocks, Sums& sums, schedule::Executor& executor) {
    sums.tallies.resize(blocks.count());
    sums.rows.resize(blocks.count() * blocks.width());
    const auto block = [&](std::size_t number) {
      const std::span row(sums.rows.data() + number * blocks.width(), blocks.width());
      sums.tallies[number] = blocks.compute(number, row);
    };
    if (blocks.count() < fewest_blocks)
      for (std::size_t number = 0; number < blocks.count(); ++number) block(number);
    else
      executor.for_each_index(blocks.count(), block);
    internal::add_pairwise(sums.rows, blocks.width());
  }

  Evaluation evaluation(const Sums& sums, const internal::MixturePoint& point) const {
    internal::Tally all;
    for (const internal::Tally& one : sums.tallies) all += one;
    ExactSum logarithms = sums.rows.front();
    const auto exponent = static_cast<double>(all.exponents);
    logarithms += ExactSum::product(exponent, 0x1.62e42fefa39efp-1);  // log 2 in two parts
    logarithms += exponent * 0x1.abc9e3b39803fp-56;
    if (model_.is_extended()) logarithms += -point.total;
    return {.value = -2 * logarithms.value(), .absent = all.absent};
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
  mutable ObjectPool<Sums> sums_;
};

}  // namespace

std::shared_ptr<const Cost> unbinned(std::span<const double> events, const Model& model,
                                     std::span<const double> weights) {
  return std::make_shared<UnbinnedCost>(events, model, weights);
}

}  // namespace ramet::inline v1::fit
