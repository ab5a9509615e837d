#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Elements of odd sizes follow one another without padding, the lowest bits first (ROOT's BitPacking in
// tree/ntuple/src/RColumnElement.hxx).

namespace ramet::inline v1::ntuple {

/// Unpack bits [first, first + to.size()) of a page to bytes of 0 or 1. The bits must lie in the page.
void unpack_bits(std::span<const std::byte> page, std::size_t first, std::span<std::byte> to) noexcept;

/// Unpack elements [first, first + to.size()) of a page whose elements have `bits` (1..32) bits. They must lie in the
/// page.
void unpack_integers(std::span<const std::byte> page, std::size_t first, unsigned bits,
                     std::span<std::uint32_t> to) noexcept;

}  // namespace ramet::inline v1::ntuple
