#include "ramet/hist/detail/fill_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "ramet/bytes/detail/each_machine.hpp"

// Compiled without contraction of a * b + c (CMakeLists.txt): the sums are the same on every machine.

namespace ramet::inline v1::hist {
namespace {

constexpr std::size_t block_size = 512;                         // values and cells stay in the L1 cache
constexpr std::uint64_t most_counted = std::uint64_t{1} << 30;  // so that 32-bit counts do not overflow
constexpr std::size_t copies = 2;
constexpr std::size_t chains = 8;

/// The values of the cells inside, zeros for the others. Numbers of one width and no conditions, so that compilers
/// vectorise it.
RAMET_EACH_MACHINE void mask_outside(const double* values, const std::uint32_t* cells, std::size_t size,
                                     std::int64_t bins, double* to) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cell = cells[i];
    const auto inside = static_cast<std::uint64_t>(cell > 0) & static_cast<std::uint64_t>(cell <= bins);
    to[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(values[i]) & (std::uint64_t{0} - inside));
  }
}

/// Add values and their squares, in chains: one vector of them, which compilers divide for smaller machines.
RAMET_EACH_MACHINE void add_chains(const double* values, std::size_t size, double* sums, double* squares) noexcept {
  using Vector __attribute__((vector_size(chains * sizeof(double)))) = double;
  Vector sum;
  Vector square;
  std::memcpy(&sum, sums, sizeof sum);
  std::memcpy(&square, squares, sizeof square);
  std::size_t i = 0;
  for (; i + chains <= size; i += chains) {
    Vector value;
    std::memcpy(&value, values + i, sizeof value);
    sum += value;
    square += value * value;
  }
  std::memcpy(sums, &sum, sizeof sum);
  std::memcpy(squares, &square, sizeof square);
  for (; i < size; ++i) {
    sums[i % chains] += values[i];
    squares[i % chains] += values[i] * values[i];
  }
}

/// Add the values at rows, and their squares, in the same chains.
RAMET_EACH_MACHINE void add_chains_at(const double* values, const std::uint32_t* rows, std::size_t size, double* sums,
                                      double* squares) noexcept {
  using Vector __attribute__((vector_size(chains * sizeof(double)))) = double;
  Vector sum;
  Vector square;
  std::memcpy(&sum, sums, sizeof sum);
  std::memcpy(&square, squares, sizeof square);
  std::size_t i = 0;
  for (; i + chains <= size; i += chains) {
    Vector value;
    for (std::size_t chain = 0; chain < chains; ++chain) value[chain] = values[rows[i + chain]];
    sum += value;
    square += value * value;
  }
  std::memcpy(sums, &sum, sizeof sum);
  std::memcpy(squares, &square, sizeof square);
  for (; i < size; ++i) {
    const double value = values[rows[i]];
    sums[i % chains] += value;
    squares[i % chains] += value * value;
  }
}

RAMET_EACH_MACHINE void take_at(const double* values, const std::uint32_t* cells, const std::uint32_t* rows,
                                std::size_t size, double* to, std::uint32_t* cells_to) noexcept {
  for (std::size_t i = 0; i < size; ++i) to[i] = values[rows[i]];
  for (std::size_t i = 0; i < size; ++i) cells_to[i] = cells[rows[i]];
}

/// Add the values of the cells inside, and their squares: adding 0 does not change a sum.
void add_inside(const double* values, const std::uint32_t* cells, std::size_t size, std::uint32_t bins, double* sums,
                double* squares) noexcept {
  std::array<double, block_size> inside;
  mask_outside(values, cells, size, bins, inside.data());
  add_chains(inside.data(), size, sums, squares);
}

/// Have a quarter of the values after a block on its way from memory: the values are asked for too late otherwise, and
/// all at once are more than the processor waits for at a time.
void fetch_ahead(const double* block, std::size_t quarter) noexcept {
  constexpr std::size_t line = 64;
  constexpr std::size_t bytes = block_size * sizeof(double) / 4;
  const auto next = reinterpret_cast<std::uintptr_t>(block + block_size) + quarter * bytes;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that is not read
  for (std::size_t k = 0; k < bytes; k += line) __builtin_prefetch(reinterpret_cast<void*>(next + k));
}

/// Weights as doubles, block by block; all are 1 if there are none. Threads: one thread.
class WeightBlocks {
 public:
  explicit WeightBlocks(NumberView weights) : weights_(weights) {
    if (weights.empty()) scratch_.fill(1);
  }

  std::span<const double> block(std::size_t first, std::size_t size) {
    const std::span<double> room = std::span(scratch_).first(size);
    return weights_.empty() ? room : weights_.part(first, size).load(room);
  }

 private:
  NumberView weights_;
  std::array<double, block_size> scratch_;  // of a block
};

double sum_of(const std::array<double, chains>& parts) {
  return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

}  // namespace

void BinnedValues::assign(NumberView values) {
  cells_.resize(values.size());
  inside_.resize(values.size());
  std::array<double, block_size> scratch;
  for (std::size_t first = 0; first < values.size(); first += block_size) {
    const std::size_t size = std::min(block_size, values.size() - first);
    const std::span<const double> block = values.part(first, size).load(std::span(scratch).first(size));
    axis_.indices(block, std::span(cells_).subspan(first, size));
    mask_outside(block.data(), cells_.data() + first, size, axis_.bins(), inside_.data() + first);
  }
}

FillSums::FillSums(Axis axis) : axis_(std::move(axis)), counts_(copies * axis_.cells()), contents_(axis_.cells()) {
  static_assert(FillSums::chains == ::ramet::hist::chains);
}

void FillSums::keep_squared_weights() {
  if (is_weighted()) return;
  collect_counts();
  squared_weights_ = contents_;
  inside_weights_[0] = std::accumulate(contents_.begin() + 1, contents_.end() - 1, 0.0);
  inside_squared_weights_[0] = inside_weights_[0];
}

template <class CellOf>
void FillSums::count(std::size_t size, CellOf&& cell_of) {
  std::uint32_t* const one = counts_.data();
  std::uint32_t* const other = one + axis_.cells();
  std::size_t i = 0;
  for (; i + copies <= size; i += copies) {
    ++one[cell_of(i)];
    ++other[cell_of(i + 1)];
  }
  if (i < size) ++one[cell_of(i)];
  uncollected_ += size;
  if (uncollected_ >= most_counted) collect_counts();
}

void FillSums::collect_counts() {
  for (std::size_t cell = 0; cell < axis_.cells(); ++cell)
    contents_[cell] += static_cast<double>(std::uint64_t{counts_[cell]} + counts_[cell + axis_.cells()]);
  std::ranges::fill(counts_, 0);
  uncollected_ = 0;
}

void FillSums::fill(NumberView values, NumberView weights) {
  if (!weights.empty()) keep_squared_weights();
  if (is_weighted()) {
    fill_weighted(values, weights);
  } else {
    fill_counts(values);
  }
  entries_ += values.size();
}

void FillSums::fill(const BinnedValues& values, std::span<const std::uint32_t> rows, NumberView weights) {
  if (!weights.empty()) keep_squared_weights();
  if (is_weighted()) {
    fill_weighted(values, rows, weights);
  } else {
    fill_counts(values, rows);
  }
  entries_ += rows.empty() ? values.cells().size() : rows.size();
}

void FillSums::fill_counts(const BinnedValues& values, std::span<const std::uint32_t> rows) {
  const std::uint32_t* const cells = values.cells().data();
  const double* const inside = values.inside().data();
  if (rows.empty()) {
    count(values.cells().size(), [&](std::size_t i) { return cells[i]; });
    add_chains(inside, values.inside().size(), weighted_values_.data(), weighted_squares_.data());
  } else {
    count(rows.size(), [&](std::size_t i) { return cells[rows[i]]; });
    add_chains_at(inside, rows.data(), rows.size(), weighted_values_.data(), weighted_squares_.data());
  }
}

void FillSums::fill_counts(NumberView values) {
  std::array<double, block_size> scratch;
  std::array<std::uint32_t, block_size> cells;
  for (std::size_t first = 0; first < values.size(); first += block_size) {
    const std::size_t size = std::min(block_size, values.size() - first);
    const std::span<const double> block = values.part(first, size).load(std::span(scratch).first(size));
    const auto fetch = [&](std::size_t quarter) {
      if (block.data() != scratch.data()) fetch_ahead(block.data(), quarter);
    };
    fetch(0);
    axis_.indices(block, std::span(cells).first(size));
    fetch(1);
    fetch(2);
    count(size, [&](std::size_t i) { return cells[i]; });
    fetch(3);
    add_inside(block.data(), cells.data(), size, axis_.bins(), weighted_values_.data(), weighted_squares_.data());
  }
}

/// At most a block of values.
void FillSums::add_weighted(const double* values, const std::uint32_t* cells, std::span<const double> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    contents_[cells[i]] += weights[i];
    squared_weights_[cells[i]] += weights[i] * weights[i];
  }
  add_inside(weights.data(), cells, weights.size(), axis_.bins(), inside_weights_.data(),
             inside_squared_weights_.data());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (cells[i] - 1U >= axis_.bins()) continue;
    weighted_values_[i % chains] += weights[i] * values[i];
    weighted_squares_[i % chains] += weights[i] * values[i] * values[i];
  }
}

void FillSums::fill_weighted(NumberView values, NumberView weights) {
  std::array<double, block_size> scratch;
  WeightBlocks each_weight(weights);
  std::array<std::uint32_t, block_size> cells;
  for (std::size_t first = 0; first < values.size(); first += block_size) {
    const std::size_t size = std::min(block_size, values.size() - first);
    const std::span<const double> block = values.part(first, size).load(std::span(scratch).first(size));
    axis_.indices(block, std::span(cells).first(size));
    add_weighted(block.data(), cells.data(), each_weight.block(first, size));
  }
}

void FillSums::fill_weighted(const BinnedValues& values, std::span<const std::uint32_t> rows, NumberView weights) {
  std::array<double, block_size> taken;
  WeightBlocks each_weight(weights);
  std::array<std::uint32_t, block_size> cells;
  const std::size_t count = rows.empty() ? values.cells().size() : rows.size();
  for (std::size_t first = 0; first < count; first += block_size) {
    const std::size_t size = std::min(block_size, count - first);
    const std::span<const double> weight = each_weight.block(first, size);
    if (rows.empty()) {
      add_weighted(values.inside().data() + first, values.cells().data() + first, weight);
      continue;
    }
    take_at(values.inside().data(), values.cells().data(), rows.data() + first, size, taken.data(), cells.data());
    add_weighted(taken.data(), cells.data(), weight);
  }
}

Histogram1D FillSums::histogram(HistogramLabels labels) const {
  FillSums collected = *this;
  collected.collect_counts();
  Statistics statistics{.entries = static_cast<double>(entries_),
                        .weights = sum_of(inside_weights_),
                        .squared_weights = sum_of(inside_squared_weights_),
                        .weighted_values = sum_of(weighted_values_),
                        .weighted_squares = sum_of(weighted_squares_)};
  std::vector<double>& contents = collected.contents_;
  if (!is_weighted()) {
    statistics.weights = std::accumulate(contents.begin() + 1, contents.end() - 1, 0.0);
    statistics.squared_weights = statistics.weights;
  }
  return {std::move(labels), axis_, std::move(contents), std::move(collected.squared_weights_), statistics};
}

}  // namespace ramet::inline v1::hist
