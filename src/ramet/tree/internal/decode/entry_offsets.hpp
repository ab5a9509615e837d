#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::tree {

/// Where entries begin, as stored, 4 bytes each, big-endian: `to`, of as many, becomes these less `before`. Returns
/// whether they increase from 0 on and end at or before `end`.
bool load_entry_offsets(std::span<const std::byte> stored, std::uint32_t before, std::uint32_t end,
                        std::span<std::uint32_t> to) noexcept;

/// Where the lists end that the entries between `offsets` are, in items of `item_size` bytes, the first of which is
/// number `first_item`. Returns whether all entries are whole items. `ends` has one fewer than `offsets`, which
/// increase.
bool list_ends(std::span<const std::uint32_t> offsets, std::size_t item_size, std::int64_t first_item,
               std::span<std::int64_t> ends) noexcept;

}  // namespace ramet::inline v1::tree
