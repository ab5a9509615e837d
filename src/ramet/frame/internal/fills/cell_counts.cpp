#include "ramet/frame/internal/fills/cell_counts.hpp"

#include <algorithm>

namespace ramet::inline v1::frame::internal {

void CellCounts::add(std::span<const std::uint64_t> cells) {
  for (const std::uint64_t cell : cells) {
    std::uint32_t& place = places_[cell / page_cells];
    if (place == no_page) {
      place = static_cast<std::uint32_t>(counts_.size() / page_cells);
      counts_.resize(counts_.size() + page_cells);
    }
    if (++counts_[place * page_cells + cell % page_cells] == 0) carries_.push_back(cell);
  }
}

void CellCounts::add_to(std::span<double> all) const {
  for (std::size_t page = 0; page < places_.size(); ++page) {
    if (places_[page] == no_page) continue;
    const std::span<double> to = all.subspan(page * page_cells);
    const std::uint8_t* const from = counts_.data() + places_[page] * page_cells;
    for (std::size_t k = 0, count = std::min(page_cells, to.size()); k < count; ++k) to[k] += from[k];
  }
  for (const std::uint64_t cell : carries_) all[cell] += counts_of_carry;
}

}  // namespace ramet::inline v1::frame::internal
