#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/tree/companions.hpp"

namespace ramet::inline v1::dataset {

/// Finds the entry with a pair of numbers, such as run and event, like TTree::BuildIndex; joins friends with a
/// different order. Threads: immutable; any number of datasets can share one.
class Index {
 public:
  /// Entry k has the numbers (major[k], minor[k]). Of entries with equal numbers the first is found. Throws
  /// Error(misuse) unless both have the same length.
  Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor);
  /// The same with explicit entry numbers, as in a stored TTreeIndex.
  Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor,
        std::span<const std::int64_t> entries);

  /// The stored index of a tree (Tree::companions).
  explicit Index(const tree::StoredIndex& stored) : Index(stored.major, stored.minor, stored.entry) {}

  std::size_t size() const noexcept { return items_.size(); }

  std::optional<EntryNumber> find(std::int64_t major, std::int64_t minor = 0) const noexcept;

  /// The entries of many pairs, or `no_row` for pairs that are not in the index. Takes time proportional to their
  /// number when they are nearly in the index's order. Throws Error(misuse) unless both have the same length.
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
