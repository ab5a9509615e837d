#include "ramet/hist/parallel_fill.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/hist/partial_sums.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr std::size_t fewest_values = std::size_t{1} << 17;
constexpr std::size_t values_per_cell = 16;

}  // namespace

std::size_t values_per_part(const Axis& axis) noexcept {
  return std::max(fewest_values, values_per_cell * axis.cells());
}

void parallel_fill(Histogram1D& histogram, NumberView values, const ParallelFillOptions& options) {
  const NumberView& weights = options.weights;
  if (!weights.empty() && values.size() != weights.size())
    fail(ErrorKind::misuse, "there are {} values and {} weights", values.size(), weights.size());
  const std::size_t size = values_per_part(histogram.axis());
  const std::size_t parts = values.size() / size + (values.size() % size != 0 ? 1 : 0);
  const Histogram1D empty = histogram.empty_copy();
  PartialSums<Histogram1D> sums;
  options.executor.for_each_index(
      parts,
      [&](std::size_t part) {
        const std::size_t first = part * size;
        const std::size_t count = std::min(size, values.size() - first);
        Histogram1D filled = empty;
        if (weights.empty()) {
          filled.fill(values.part(first, count));
        } else {
          filled.fill(values.part(first, count), weights.part(first, count));
        }
        sums.add(part, std::move(filled));
      },
      options.stop);
  if (const auto total = std::move(sums).total()) histogram += *total;
}

}  // namespace ramet::inline v1::hist
