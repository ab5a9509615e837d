#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::ntuple {

/// Take elements of `Size` bytes apart and put them into a page from element `first` on: all first bytes of the page's
/// elements come first, then all second ones, ... ("split encoding", BinaryFormatSpecification.md, "Column
/// Description"). The page has room for them. Size is 2, 4 or 8.
template <std::size_t Size>
void split(std::span<const std::byte> elements, std::size_t first, std::span<std::byte> page) noexcept;

}  // namespace ramet::inline v1::ntuple
