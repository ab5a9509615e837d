#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::hist::internal {

/// The parameters of a regular axis. Threads: a value.
struct RegularBinning {
  double low;
  double high;
  double bins;

  double range() const noexcept { return high - low; }
  double width() const noexcept { return (high - low) / bins; }
};

/// Compute the cells of `values` on a regular axis; `cells` has the same size.
void regular_indices(const RegularBinning& binning, std::span<const double> values, std::uint32_t* cells) noexcept;

/// The same for bins between edges; there must be at least two, in increasing order.
void variable_indices(std::span<const double> edges, std::span<const double> values, std::uint32_t* cells) noexcept;

}  // namespace ramet::inline v1::hist::internal
