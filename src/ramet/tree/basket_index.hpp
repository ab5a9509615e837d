#pragma once

#include <cstdint>
#include <vector>

#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::tree {

/// The record of a basket in the file. Threads: a value.
struct BasketLocation {
  std::uint64_t seek = 0;
  std::uint32_t record_size = 0;
};

/// Finds the basket of a branch that holds an entry, and its record. Baskets are in order of entries, without gaps.
/// Threads: immutable.
class BasketIndex {
 public:
  BasketIndex() = default;

  /// `first_entries` has the first entry of each basket, then the end of the last one. Throws Error(corrupt), naming
  /// the basket, unless they increase.
  BasketIndex(std::vector<std::uint64_t> first_entries, std::vector<BasketLocation> locations);

  std::size_t size() const noexcept { return locations_.size(); }
  const BasketLocation& location(BasketNumber basket) const { return locations_.at(basket.number); }
  EntryRange entries(BasketNumber basket) const {
    return {{first_entries_.at(basket.number)}, {first_entries_.at(basket.number + 1)}};
  }
  /// The entries of all baskets.
  EntryRange entries() const noexcept {
    return locations_.empty() ? EntryRange{} : EntryRange{{first_entries_.front()}, {first_entries_.back()}};
  }

  /// The basket that contains an entry. Throws Error(not_found) when none does.
  BasketNumber basket_of(EntryNumber entry) const;

  /// Sum of the record sizes.
  std::uint64_t compressed_bytes() const noexcept;

 private:
  std::vector<std::uint64_t> first_entries_;
  std::vector<BasketLocation> locations_;
};

}  // namespace ramet::inline v1::tree
