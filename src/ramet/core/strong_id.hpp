#pragma once

#include <compare>
#include <cstdint>

namespace ramet::inline v1 {

/// A number with a type of its own: an EntryNumber does not convert to a BasketNumber. Threads: a value.
template <class Tag>
struct StrongId {
  std::uint64_t number = 0;

  constexpr auto operator<=>(const StrongId&) const = default;
  constexpr StrongId& operator++() noexcept {
    ++number;
    return *this;
  }
};

using EntryNumber = StrongId<struct EntryNumberTag>;
using BasketNumber = StrongId<struct BasketNumberTag>;
using ClusterNumber = StrongId<struct ClusterNumberTag>;
using SlotNumber = StrongId<struct SlotNumberTag>;

/// Entries [first, last) of a tree or ntuple. Threads: a value.
struct EntryRange {
  EntryNumber first;
  EntryNumber last;

  constexpr std::uint64_t size() const noexcept { return empty() ? 0 : last.number - first.number; }
  constexpr bool empty() const noexcept { return last.number <= first.number; }
  constexpr auto operator<=>(const EntryRange&) const = default;
};

/// Whether the range contains the entry.
constexpr bool contains(EntryRange range, EntryNumber entry) noexcept {
  return !(entry < range.first) && entry < range.last;
}

/// The entries that two ranges have in common; an empty range if there are none.
constexpr EntryRange intersection(EntryRange a, EntryRange b) noexcept {
  const EntryNumber first = a.first < b.first ? b.first : a.first;
  const EntryNumber last = a.last < b.last ? a.last : b.last;
  return last < first ? EntryRange{first, first} : EntryRange{first, last};
}

}  // namespace ramet::inline v1
