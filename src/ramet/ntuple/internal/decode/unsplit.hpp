#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::ntuple {

/// Join the bytes of split elements. A split page has all first bytes, then all second bytes, and so on. `page` has
/// elements of Size (2, 4 or 8) bytes, of which those from `first` on fill `to`; its size is a multiple of Size. Not
/// checked: first + to.size() / Size must not exceed the page's elements.
template <std::size_t Size>
void unsplit(std::span<const std::byte> page, std::size_t first, std::span<std::byte> to) noexcept;

}  // namespace ramet::inline v1::ntuple
