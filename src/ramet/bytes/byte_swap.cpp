#include "ramet/bytes/byte_swap.hpp"

#include <cstdint>
#include <cstring>

#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::bytes {
namespace {

constexpr std::size_t block = 16;    // bytes of the vectors that every x86-64 has
constexpr std::size_t longest = 64;  // bytes of the longest vectors
constexpr std::size_t few = 256;     // larger inputs go through a loop that the compiler vectorises

using Vector = std::uint8_t __attribute__((vector_size(block)));

template <class Bits>
[[gnu::always_inline]] inline Vector load_reversed(const std::byte* from) noexcept {
  Vector bytes;
  std::memcpy(&bytes, from, block);
  if constexpr (sizeof(Bits) == 2)
    return __builtin_shufflevector(bytes, bytes, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  else if constexpr (sizeof(Bits) == 4)
    return __builtin_shufflevector(bytes, bytes, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
  else
    return __builtin_shufflevector(bytes, bytes, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}

template <class Bits>
[[gnu::always_inline]] inline void reverse_each(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; i += sizeof(Bits)) {
    const Bits native = load_big_endian<Bits>(from + i);
    std::memcpy(to + i, &native, sizeof native);
  }
}

/// `to` may equal `from`. The last block overlaps the one before it, so that no remainder is left. It is loaded first,
/// because when `to` equals `from` the block before overwrites part of it.
template <class Bits>
[[gnu::always_inline]] inline void reverse(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  if (size < block) return reverse_each<Bits>(to, from, size);
  const std::size_t last_at = size - block;
  const Vector last = load_reversed<Bits>(from + last_at);
  std::size_t done = 0;
  if (size > few) {
    done = size / longest * longest;
    reverse_each<Bits>(to, from, done);
  }
  for (; done < last_at; done += block) {
    const Vector bytes = load_reversed<Bits>(from + done);
    std::memcpy(to + done, &bytes, block);
  }
  std::memcpy(to + last_at, &last, block);
}

template <class Bits>
[[gnu::always_inline]] inline void reverse(const SwappedRows& rows) noexcept {
  std::byte* to = rows.to;
  const std::byte* from = rows.from;
  for (std::size_t row = 0; row < rows.count; ++row, to += rows.to_stride, from += rows.from_stride)
    reverse<Bits>(to, from, rows.row_size);
}

RAMET_EACH_MACHINE void swap2(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  reverse<std::uint16_t>(to, from, size);
}

RAMET_EACH_MACHINE void swap4(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  reverse<std::uint32_t>(to, from, size);
}

RAMET_EACH_MACHINE void swap8(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  reverse<std::uint64_t>(to, from, size);
}

RAMET_EACH_MACHINE void swap2_rows(const SwappedRows& rows) noexcept { reverse<std::uint16_t>(rows); }

RAMET_EACH_MACHINE void swap4_rows(const SwappedRows& rows) noexcept { reverse<std::uint32_t>(rows); }

RAMET_EACH_MACHINE void swap8_rows(const SwappedRows& rows) noexcept { reverse<std::uint64_t>(rows); }

}  // namespace

void copy_swapped(std::span<std::byte> to, std::span<const std::byte> from, std::size_t element_size) noexcept {
  switch (element_size) {
    case 2:
      return swap2(to.data(), from.data(), from.size());
    case 4:
      return swap4(to.data(), from.data(), from.size());
    case 8:
      return swap8(to.data(), from.data(), from.size());
    default:
      if (to.data() != from.data() && !from.empty()) std::memcpy(to.data(), from.data(), from.size());
  }
}

void copy_swapped(const SwappedRows& rows, std::size_t element_size) noexcept {
  switch (element_size) {
    case 2:
      return swap2_rows(rows);
    case 4:
      return swap4_rows(rows);
    case 8:
      return swap8_rows(rows);
    default:
      for (std::size_t row = 0; row < rows.count; ++row)
        std::memcpy(rows.to + row * rows.to_stride, rows.from + row * rows.from_stride, rows.row_size);
  }
}

}  // namespace ramet::inline v1::bytes
