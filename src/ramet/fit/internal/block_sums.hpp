#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/fit/internal/events.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::fit::internal {

inline constexpr std::size_t events_per_block = 4096;
inline constexpr std::size_t events_at_once = most_at_once;

/// What is counted beside the sums of a block. Threads: a value.
struct Tally {
  std::int64_t exponents = 0;  ///< of the product of the densities
  std::size_t absent = 0;

  Tally& operator+=(const Tally& other) noexcept {
    exponents += other.exponents;
    absent += other.absent;
    return *this;
  }
};

Tally tally_of(const Products& products, const WeightedLogarithms& weighted) noexcept;

/// The rows of blocks, one behind the other. Threads: one thread a block.
struct RowsOfBlocks {
  std::vector<ExactSum> rows;
  std::vector<Tally> tallies;

  Tally tally() const noexcept;

  /// The sum of the logarithms of the densities, when the rows are added to the first one.
  ExactSum logarithms() const noexcept;
};

/// Compute the rows of all blocks, with the threads of the executor if that is worth it, and add them to the first one,
/// in pairs of neighbours.
template <class Blocks>
void sum_blocks(const Blocks& blocks, RowsOfBlocks& sums, schedule::Executor& executor) {
  constexpr std::size_t fewest_blocks = 8;  // for which other threads are asked: a block takes 10 microseconds
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
  add_pairwise(sums.rows, blocks.width());
}

/// Computes what blocks of events give, for one value of the parameters: a row of sums. The first is that of the
/// logarithms of the densities, less their exponents, or of weighted ones; with a gradient, there follow those of each
/// component: of density / total, and of its features / total. Borrows what it is made of. Threads: immutable.
class BlockSums {
 public:
  BlockSums(const Mixture& mixture, const MixturePoint& point, const Events& events, bool only_value) noexcept;

  std::size_t count() const noexcept;                        ///< of blocks
  std::size_t width() const noexcept;                        ///< of rows
  std::size_t sums_of(std::size_t component) const noexcept  ///< how many sums a component has
  {
    return mixture_.components()[component].arguments.size() + 1;
  }

  /// Write the row of a block.
  Tally compute(std::size_t block, std::span<ExactSum> row) const noexcept;

 private:
  void add_features(std::size_t first, const double (*densities)[events_at_once], double* ratios, std::size_t count,
                    FeatureSums* sums) const noexcept;

  const Mixture& mixture_;
  const MixturePoint& point_;
  const Events& events_;
  const Kernels& kernels_;
  bool only_value_;
  double weights_[most_components];
};

}  // namespace ramet::inline v1::fit::internal
