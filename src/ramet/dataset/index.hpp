#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/tree/companions.hpp"

namespace ramet::inline v1::dataset {

/// Which entry has a pair of numbers, as run and event: what TTree::BuildIndex keeps, for friends in another order.
/// Threads: immutable; any number of them share one.
class Index {
 public:
  /// Entry k has (major[k], minor[k]). Of entries with equal numbers the first is the one that is found. Throws
  /// Error(misuse) unless both have one length.
  Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor);
  /// The same for entries that do not count up, as those of a stored TTreeIndex.
  Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor,
        std::span<const std::int64_t> entries);

  /// The index that a tree was stored with (Tree::companions).
  explicit Index(const tree::StoredIndex& stored) : Index(stored.major, stored.minor, stored.entry) {}

  std::size_t size() const noexcept { return items_.size(); }

  std::optional<EntryNumber> find(std::int64_t major, std::int64_t minor = 0) const noexcept;

  /// The entries of many pairs, `no_row` for those that have none; in time proportional to their number when they come
  /// in about the index's order. Throws Error(misuse) unless both have one length.
  std::vector<std::uint64_t> find_all(std::span<const std::int64_t> major, std::span<const std::int64_t> minor) const;

 private:
  struct Item {
    std::int64_t major;
    std::int64_t minor;
    std::uint64_t entry;
    auto operator<=>(const Item&) const = default;
  };

  std::size_t lower_bound(std::int64_t major, std::int64_t minor, std::size_t hint) const noexcept;

  std::vector<Item> items_;  // sorted
};

}  // namespace ramet::inline v1::dataset
