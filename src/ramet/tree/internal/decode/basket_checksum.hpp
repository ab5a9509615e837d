#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::tree {

/// XXH3 of an uncompressed basket: of its payload, and of the fields of its head that describe the payload. `data_size`
/// is where the entries' bytes end in the payload. Position and date are not included, because they change when the
/// basket is copied to another file.
std::uint64_t basket_checksum(std::span<const std::byte> payload, std::uint32_t entries,
                              std::uint32_t data_size) noexcept;

}  // namespace ramet::inline v1::tree
