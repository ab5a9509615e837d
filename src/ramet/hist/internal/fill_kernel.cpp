#include "ramet/hist/internal/fill_kernel.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

// Compiled without contraction of a * b + c (CMakeLists.txt): the sums are the same on every machine, and the same as
// in TH1.

namespace ramet::inline v1::hist::internal {
namespace {

constexpr std::size_t block_size = 512;  // values and cells stay in the L1 cache
constexpr std::size_t copies =
    4;  // neighbouring values go to different copies, so additions to equal cells do not wait
constexpr std::size_t most_copied_cells = 16'384;           // four copies of more cells would exceed the L2 cache
constexpr std::size_t most_counted = std::size_t{1} << 31;  // so that 32-bit counts do not overflow

using Block = std::array<double, block_size>;
using Cells = std::array<std::uint32_t, block_size>;

/// Add the inside values of a block to the sums of values and squares, in order.
void add_moments(std::span<const double> values, const std::uint32_t* cells, std::uint32_t bins,
                 Statistics& statistics) noexcept {
  double sum = statistics.weighted_values;
  double squares = statistics.weighted_squares;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // 0 - 1 wraps, so one comparison excludes underflow and overflow. Adding 0 does not change a sum.
    const double value = cells[i] - 1U < bins ? values[i] : 0.0;
    sum += value;
    squares += value * value;
  }
  statistics.weighted_values = sum;
  statistics.weighted_squares = squares;
}

/// Add one value to its cell, and to the sums if it is inside, with the products of TH1::Fill in the same order.
inline void add_weighted(const FillTarget& target, std::uint32_t cell, double value, double weight,
                         Statistics& sums) noexcept {
  target.contents[cell] += weight;
  if (!target.squared_weights.empty()) target.squared_weights[cell] += weight * weight;
  if (cell - 1U >= target.axis.bins()) return;
  sums.weights += weight;
  sums.squared_weights += weight * weight;
  sums.weighted_values += weight * value;
  sums.weighted_squares += weight * value * value;
}

/// Call `use` with each block of values and its cells.
template <class Use>
void for_each_block(const Axis& axis, NumberView values, const Use& use) {
  Block scratch;
  Cells cells;
  for (std::size_t first = 0; first < values.size(); first += block_size) {
    const std::size_t count = std::min(block_size, values.size() - first);
    const auto block = values.part(first, count).load(std::span(scratch).first(count));
    axis.indices(block, std::span(cells).first(count));
    use(first, block, cells.data());
  }
}

/// Count into `counts`, `copies` arrays of axis.cells() each.
void count_in_copies(const FillTarget& target, NumberView values, std::span<std::uint32_t> counts) noexcept {
  const std::size_t stride = target.axis.cells();
  std::uint32_t* const count = counts.data();
  for_each_block(target.axis, values, [&](std::size_t, std::span<const double> block, const std::uint32_t* cells) {
    std::size_t i = 0;
    for (; i + copies <= block.size(); i += copies) {
      ++count[cells[i]];
      ++count[cells[i + 1] + stride];
      ++count[cells[i + 2] + 2 * stride];
      ++count[cells[i + 3] + 3 * stride];
    }
    for (; i < block.size(); ++i) ++count[cells[i]];
    add_moments(block, cells, target.axis.bins(), target.statistics);
  });
}

/// Add the counts to the contents and clear them.
void collect_copies(const FillTarget& target, std::span<std::uint32_t> counts) noexcept {
  const std::size_t cells = target.axis.cells();
  std::uint64_t inside = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::uint64_t count = 0;
    for (std::size_t copy = 0; copy < copies; ++copy) count += counts[copy * cells + cell];
    target.contents[cell] += static_cast<double>(count);
    if (cell != 0 && cell + 1 != cells) inside += count;
  }
  target.statistics.weights += static_cast<double>(inside);
  target.statistics.squared_weights += static_cast<double>(inside);
  std::ranges::fill(counts, 0);
}

}  // namespace

void fill_one(const FillTarget& target, double value, double weight) noexcept {
  add_weighted(target, target.axis.index(value), value, weight, target.statistics);
  target.statistics.entries += 1;
}

void fill_counts(const FillTarget& target, NumberView values) {
  const std::size_t cells = target.axis.cells();
  // Use copies only if clearing and collecting them takes little time compared with filling.
  if (cells > most_copied_cells || values.size() < 4 * copies * cells) return fill_weighted(target, values, {});
  std::vector<std::uint32_t> counts(copies * cells);
  for (std::size_t first = 0; first < values.size(); first += most_counted) {
    count_in_copies(target, values.part(first, std::min(most_counted, values.size() - first)), counts);
    collect_copies(target, counts);
  }
  target.statistics.entries += static_cast<double>(values.size());
}

void fill_weighted(const FillTarget& target, NumberView values, NumberView weights) noexcept {
  Block scratch;
  if (weights.empty()) std::fill_n(scratch.begin(), std::min(block_size, values.size()), 1.0);
  Statistics sums = target.statistics;
  for_each_block(target.axis, values,
                 [&](std::size_t first, std::span<const double> block, const std::uint32_t* cells) {
                   std::span<const double> weight = std::span(scratch).first(block.size());
                   if (!weights.empty())
                     weight = weights.part(first, block.size()).load(std::span(scratch).first(block.size()));
                   for (std::size_t i = 0; i < block.size(); ++i)
                     add_weighted(target, cells[i], block[i], weight[i], sums);
                 });
  sums.entries += static_cast<double>(values.size());
  target.statistics = sums;
}

}  // namespace ramet::inline v1::hist::internal
