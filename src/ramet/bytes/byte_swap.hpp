#pragma once

#include <cstddef>
#include <span>

namespace ramet::inline v1::bytes {

/// Copy `from` to `to`, reversing the bytes of each element of `element_size` (1, 2, 4 or 8) bytes, at the speed of
/// the memory. The spans have the same size, a multiple of element_size, and do not overlap (`from` may equal `to`).
void copy_swapped(std::span<std::byte> to, std::span<const std::byte> from, std::size_t element_size) noexcept;

/// Elements side by side in rows that are some bytes apart. Threads: a value that borrows.
struct SwappedRows {
  std::byte* to;
  std::size_t to_stride;
  const std::byte* from;
  std::size_t from_stride;
  std::size_t row_size;  ///< bytes, a multiple of the element's
  std::size_t count;     ///< of rows
};

/// The same for many short rows. The rows of `to` overlap neither each other nor those of `from`.
void copy_swapped(const SwappedRows& rows, std::size_t element_size) noexcept;

}  // namespace ramet::inline v1::bytes
