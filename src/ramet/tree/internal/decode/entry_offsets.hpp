#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::tree {

/// Decode entry offsets, stored in 4 bytes each, big-endian: `to`, of the same number, gets them minus `before`.
/// Returns whether they increase from 0 and end at or before `end`.
bool load_entry_offsets(std::span<const std::byte> stored, std::uint32_t before, std::uint32_t end,
                        std::span<std::uint32_t> to) noexcept;

/// Compute the ends of the lists in the entries between `offsets`, in items of `item_size` bytes counted from
/// `first_item`. Returns whether every entry is a whole number of items. `ends` has one element fewer than `offsets`,
/// which must increase.
bool list_ends(std::span<const std::uint32_t> offsets, std::size_t item_size, std::int64_t first_item,
               std::span<std::int64_t> ends) noexcept;

}  // namespace ramet::inline v1::tree
