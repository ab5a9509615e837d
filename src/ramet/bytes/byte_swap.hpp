#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::bytes {

/// Copy `from` to `to`, reversing the bytes of each element of `element_size` (1, 2, 4 or 8) bytes, at the speed of
/// the memory. The spans have the same size, a multiple of element_size, and do not overlap (`from` may equal `to`).
void copy_swapped(std::span<std::byte> to, std::span<const std::byte> from, std::size_t element_size) noexcept;

}  // namespace ramet::inline v1::bytes
