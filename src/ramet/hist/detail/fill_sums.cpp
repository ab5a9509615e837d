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

double sum_of(const std::array<double, chains>& parts) {
  return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

}  // namespace

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

void FillSums::count(const std::uint32_t* cells, std::size_t size) {
  std::uint32_t* const one = counts_.data();
  std::uint32_t* const other = one + axis_.cells();
  std::size_t i = 0;
  for (; i + copies <= size; i += copies) {
    ++one[cells[i]];
    ++other[cells[i + 1]];
  }
  if (i < size) ++one[cells[i]];
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
    count(cells.data(), size);
    fetch(3);
    add_inside(block.data(), cells.data(), size, axis_.bins(), weighted_values_.data(), weighted_squares_.data());
  }
}

void FillSums::fill_weighted(NumberView values, NumberView weights) {
  std::array<double, block_size> scratch;
  std::array<double, block_size> weight_scratch;
  std::array<std::uint32_t, block_size> cells;
  weight_scratch.fill(1);
  for (std::size_t first = 0; first < values.size(); first += block_size) {
    const std::size_t size = std::min(block_size, values.size() - first);
    const std::span<const double> block = values.part(first, size).load(std::span(scratch).first(size));
    axis_.indices(block, std::span(cells).first(size));
    std::span<const double> weight = std::span(weight_scratch).first(size);
    if (!weights.empty()) weight = weights.part(first, size).load(std::span(weight_scratch).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      contents_[cells[i]] += weight[i];
      squared_weights_[cells[i]] += weight[i] * weight[i];
    }
    add_inside(weight.data(), cells.data(), size, axis_.bins(), inside_weights_.data(), inside_squared_weights_.data());
    for (std::size_t i = 0; i < size; ++i) {
      if (cells[i] - 1U >= axis_.bins()) continue;
      weighted_values_[i % chains] += weight[i] * block[i];
      weighted_squares_[i % chains] += weight[i] * block[i] * block[i];
    }
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
