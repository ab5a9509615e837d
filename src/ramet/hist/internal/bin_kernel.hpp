#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::hist::internal {

/// What the cell of a value on a regular axis depends on. Threads: a value.
struct RegularBinning {
  double low;
  double high;
  double bins;

  double range() const noexcept { return high - low; }
  double width() const noexcept { return (high - low) / bins; }
};

/// The cells of `values` on a regular axis, in `cells`, which has as many.
void regular_indices(const RegularBinning& binning, std::span<const double> values, std::uint32_t* cells) noexcept;

/// The same for bins between edges, of which there are at least two and which increase.
void variable_indices(std::span<const double> edges, std::span<const double> values, std::uint32_t* cells) noexcept;

}  // namespace ramet::inline v1::hist::internal
