#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::ntuple {

/// Write elements of `Size` bytes in split encoding to a page from element `first` on: the page has all first bytes of
/// its elements, then all second bytes, and so on (BinaryFormatSpecification.md, "Column Description"). The page must
/// have room for them. Size is 2, 4 or 8.
template <std::size_t Size>
void split(std::span<const std::byte> elements, std::size_t first, std::span<std::byte> page) noexcept;

}  // namespace ramet::inline v1::ntuple
