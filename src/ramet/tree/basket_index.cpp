#include "ramet/tree/basket_index.hpp"

#include <algorithm>
#include <numeric>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tree {

BasketIndex::BasketIndex(std::vector<std::uint64_t> first_entries, std::vector<BasketLocation> locations)
    : first_entries_(std::move(first_entries)), locations_(std::move(locations)) {
  if (first_entries_.size() != locations_.size() + 1)
    detail::fail(ErrorKind::corrupt, "{} baskets have {} entry numbers, expected {}", locations_.size(),
                 first_entries_.size(), locations_.size() + 1);
  for (std::size_t basket = 0; basket < locations_.size(); ++basket)
    if (first_entries_[basket + 1] < first_entries_[basket])
      detail::fail(ErrorKind::corrupt, "basket {} begins at entry {}, but ends at entry {}", basket,
                   first_entries_[basket], first_entries_[basket + 1]);
}

BasketNumber BasketIndex::basket_of(EntryNumber entry) const {
  const auto after = std::upper_bound(first_entries_.begin(), first_entries_.end(), entry.number);
  if (after == first_entries_.begin() || after == first_entries_.end())
    detail::fail(ErrorKind::not_found, "entry {} is in no basket: they hold entries {}..{}", entry.number,
                 entries().first.number, entries().last.number);
  return {static_cast<std::uint64_t>(after - first_entries_.begin() - 1)};
}

std::uint64_t BasketIndex::compressed_bytes() const noexcept {
  return std::accumulate(locations_.begin(), locations_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const BasketLocation& basket) { return sum + basket.record_size; });
}

}  // namespace ramet::inline v1::tree
