#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::inline v1::frame::internal {

/// Counts in some of many cells: memory is for pages of cells that were counted in, a byte for each cell, and a note
/// for every 256th count of a cell. Threads: one thread.
class CellCounts {
 public:
  explicit CellCounts(std::size_t cells) : places_((cells + page_cells - 1) / page_cells, no_page) {}

  void add(std::span<const std::uint64_t> cells);
  /// Add the counts to those of all cells.
  void add_to(std::span<double> all) const;

 private:
  static constexpr std::size_t page_cells = 64;
  static constexpr double counts_of_carry = 256;
  static constexpr std::uint32_t no_page = ~std::uint32_t{0};

  std::vector<std::uint32_t> places_;   // of each page
  std::vector<std::uint8_t> counts_;    // of each page, without the 256ths
  std::vector<std::uint64_t> carries_;  // a cell for each time that its count went back to 0
};

}  // namespace ramet::inline v1::frame::internal
