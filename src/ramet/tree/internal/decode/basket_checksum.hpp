#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::tree {

/// XXH3 of a plain basket: of its payload, and of what its head says about it, which a reader believes as much.
/// `data_size`: where the entries' bytes end in the payload. What changes when the basket is copied to another file
/// (its place, its date) is not in it.
std::uint64_t basket_checksum(std::span<const std::byte> payload, std::uint32_t entries,
                              std::uint32_t data_size) noexcept;

}  // namespace ramet::inline v1::tree
