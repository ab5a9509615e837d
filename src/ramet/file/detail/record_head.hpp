#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// What those need who write heads of records, or change them in place; key.hpp has the drawing.

namespace ramet::inline v1::file {

/// The classes of records that no key list names: a tree's baskets, and an ntuple's pages and envelopes.
inline constexpr std::string_view basket_class = "TBasket";
inline constexpr std::string_view blob_class = "RBlob";

/// The largest record: its size is signed in 32 bits, and a negative one marks a freed record.
inline constexpr std::uint32_t largest_record_size = 0x7fffffff;

/// The part of a big head's seek_parent that is a position; above it is the process-id offset.
inline constexpr std::uint64_t seek_parent_mask = (std::uint64_t{1} << 48) - 1;

/// Offsets in a head, whatever its seeks take.
inline constexpr std::size_t version_offset = 4;
inline constexpr std::size_t date_offset = 10;
inline constexpr std::size_t seek_offset = 18;

/// Whether the seeks in a head take 8 bytes; it has at least `seek_offset` bytes.
bool has_big_head(std::span<const std::byte> record) noexcept;

/// Give a record that was encoded for no place yet its own; `big` as its head is.
void place_record(std::span<std::byte> record, bool big, std::uint64_t seek) noexcept;

/// Give a record that was copied its new place, in a directory whose record is at `seek_directory`. The process-id
/// offset beside that stays.
void move_record(std::span<std::byte> record, std::uint64_t seek, std::uint64_t seek_directory) noexcept;

/// Take out of the head of a record when it was written, where, and in which directory. What is left is the same in all
/// files that have such a record; two that differ in anything else stay different. Records without a head stay as they
/// are.
void forget_place(std::span<std::byte> record) noexcept;

}  // namespace ramet::inline v1::file
