#include "ramet/hist/internal/bin_kernel.hpp"

#include "ramet/bytes/detail/each_machine.hpp"

// CMakeLists.txt compiles this file without contraction of a * b + c, so that every machine chooses the same bin, and
// with vectorisation of loops with conditional expressions.

namespace ramet::inline v1::hist::internal {

RAMET_EACH_MACHINE void regular_indices(const RegularBinning& binning, std::span<const double> values,
                                        std::uint32_t* cells) noexcept {
  const double low = binning.low;
  const double high = binning.high;
  const double bins = binning.bins;
  const double range = binning.range();
  const double width = binning.width();
  const double* const value = values.data();
  const auto overflow = static_cast<std::int32_t>(bins) + 1;
  const auto cell_of = [&](double x, double quotient) {
    quotient = x >= low ? quotient : 0.0;
    quotient = x < high ? quotient : 0.0;
    const auto bin = static_cast<std::int32_t>(quotient);
    const double lower_edge = low + static_cast<double>(bin) * width;
    const double upper_edge = low + static_cast<double>(bin + 1) * width;
    std::int32_t cell = bin + 1;
    cell = x >= upper_edge ? bin + 2 : cell;
    cell = x < lower_edge ? bin : cell;
    cell = x < high ? cell : overflow;
    cell = x < low ? 0 : cell;
    return static_cast<std::uint32_t>(cell);
  };
  // A product is as good as a quotient: it may be on the other side of the nearest edge, which the comparisons correct
  // in either case. Of very small ranges the factor would be infinite.
  const double factor = bins / range;
  if (factor < 1e300) {
    for (std::size_t i = 0; i < values.size(); ++i) cells[i] = cell_of(value[i], (value[i] - low) * factor);
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) cells[i] = cell_of(value[i], bins * (value[i] - low) / range);
  }
}

RAMET_EACH_MACHINE void variable_indices(std::span<const double> edges, std::span<const double> values,
                                         std::uint32_t* cells) noexcept {
  // Binary search without branches, one step for all values at a time, so that the steps of different values overlap.
  // Each step leaves in `cells` the last edge that is known not to exceed the value.
  const double* const edge = edges.data();
  const double* const value = values.data();
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) cells[i] = 0;
  for (auto left = static_cast<std::uint32_t>(edges.size()); left > 1; left -= left / 2) {
    const std::uint32_t half = left / 2;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t further = cells[i] + half;
      cells[i] = value[i] < edge[further] ? cells[i] : further;
    }
  }
  // NaN is not below any edge, so it ends in the overflow.
  for (std::size_t i = 0; i < count; ++i) cells[i] = value[i] < edge[0] ? 0 : cells[i] + 1;
}

}  // namespace ramet::inline v1::hist::internal
