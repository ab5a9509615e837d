#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::ntuple {

/// Put the bytes of split elements together. In a split page all first bytes come first, then all second ones, ...;
/// `page` has count_of_page elements of Size (2, 4 or 8) bytes, of which those that begin at `first` fill `to`,
/// whose size is a multiple of Size. Checks nothing: first + to.size() / Size must not exceed the page's elements.
template <std::size_t Size>
void unsplit(std::span<const std::byte> page, std::size_t first, std::span<std::byte> to) noexcept;

}  // namespace ramet::inline v1::ntuple
