#include "ramet/hist/parallel_fill.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr std::size_t fewest_values = std::size_t{1} << 17;
constexpr std::size_t values_per_cell = 16;

/// Fill parts of `size` of the values into copies of `empty`, and add these to the histogram.
template <class Filled, class Fill>
void fill_parts(Filled& histogram, std::size_t values, std::size_t size, const ParallelFillOptions& options,
                const Fill& fill) {
  const std::size_t parts = values / size + (values % size != 0 ? 1 : 0);
  const Filled empty = histogram.empty_copy();
  PartialSums<Filled> sums;
  options.executor.for_each_index(
      parts,
      [&](std::size_t part) {
        const std::size_t first = part * size;
        Filled filled = empty;
        fill(filled, first, std::min(size, values - first));
        sums.add(part, std::move(filled));
      },
      options.stop);
  if (const auto total = std::move(sums).total()) histogram += *total;
}

void require_weights(std::size_t values, const NumberView& weights) {
  if (!weights.empty() && values != weights.size())
    detail::fail(ErrorKind::misuse, "there are {} values and {} weights", values, weights.size());
}

NumberView part_of(const NumberView& numbers, std::size_t first, std::size_t count) noexcept {
  return numbers.empty() ? numbers : numbers.part(first, count);
}

}  // namespace

std::size_t values_per_part(std::size_t cells) noexcept { return std::max(fewest_values, values_per_cell * cells); }

std::size_t values_per_part(const Axis& axis) noexcept { return values_per_part(axis.cells()); }

void parallel_fill(Histogram1D& histogram, NumberView values, const ParallelFillOptions& options) {
  const NumberView& weights = options.weights;
  require_weights(values.size(), weights);
  fill_parts(histogram, values.size(), values_per_part(histogram.axis()), options,
             [&](Histogram1D& filled, std::size_t first, std::size_t count) {
               if (weights.empty()) return filled.fill(values.part(first, count));
               filled.fill(values.part(first, count), weights.part(first, count));
             });
}

void parallel_fill(Histogram& histogram, std::span<const NumberView> columns, const ParallelFillOptions& options) {
  const bool is_counted = histogram.dimensions() == 1 && !histogram.is_profile() && columns.size() == 1;
  if (is_counted) {  // filling is faster with one axis
    Histogram1D filled = histogram.one_dimensional();
    parallel_fill(filled, columns.front(), options);
    histogram.set_contents(filled);
    return;
  }
  histogram.require_columns(columns, options.weights);
  fill_parts(histogram, columns.front().size(), values_per_part(histogram.cells()), options,
             [&](Histogram& filled, std::size_t first, std::size_t count) {
               std::vector<NumberView> parts;
               for (const NumberView& column : columns) parts.push_back(part_of(column, first, count));
               filled.fill(parts, part_of(options.weights, first, count));
             });
}

}  // namespace ramet::inline v1::hist
