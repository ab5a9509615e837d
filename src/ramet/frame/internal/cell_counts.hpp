#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::inline v1::frame::internal {

/// Counts in some of many cells: memory is for pages of cells that were counted in. Threads: one thread.
class CellCounts {
 public:
  explicit CellCounts(std::size_t cells) : places_((cells + page_cells - 1) / page_cells, no_page) {}

  void add(std::span<const std::uint64_t> cells);
  /// Add the counts to those of all cells.
  void add_to(std::span<double> all) const;

 private:
  static constexpr std::size_t page_cells = 64;
  static constexpr std::uint32_t no_page = ~std::uint32_t{0};

  std::vector<std::uint32_t> places_;  // of each page
  std::vector<double> counts_;
};

}  // namespace ramet::inline v1::frame::internal
