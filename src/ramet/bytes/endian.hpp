#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

// Numbers in a ROOT file are big-endian, except inside compressed blocks' headers and in RNTuple pages and envelopes.

namespace ramet::inline v1::bytes {

static_assert(std::endian::native == std::endian::little, "the byte-order kernels assume a little-endian machine");

/// A type that files store in big-endian order: numbers, bool and enumerations of at most eight bytes.
template <class Number>
concept Scalar = (std::is_arithmetic_v<Number> || std::is_enum_v<Number>) && sizeof(Number) <= 8;

/// The unsigned integer of a size in bytes (1, 2, 4 or 8).
template <std::size_t Size>
using UnsignedOfSize = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

/// The number with its bytes in reverse order.
template <std::unsigned_integral Number>
constexpr Number byte_swap(Number number) noexcept {
  if constexpr (sizeof(Number) == 1) return number;
  if constexpr (sizeof(Number) == 2) return __builtin_bswap16(number);
  if constexpr (sizeof(Number) == 4) return __builtin_bswap32(number);
  if constexpr (sizeof(Number) == 8) return __builtin_bswap64(number);
}

/// The value with these bits. A bool is true if any bit is set, since a byte from a file may be neither 0 nor 1.
template <Scalar Number>
constexpr Number from_bits(UnsignedOfSize<sizeof(Number)> bits) noexcept {
  if constexpr (std::same_as<Number, bool>)
    return bits != 0;
  else
    return std::bit_cast<Number>(bits);
}

/// The number in the first sizeof(Number) bytes at `from`, most significant byte first.
template <Scalar Number>
Number load_big_endian(const std::byte* from) noexcept {
  UnsignedOfSize<sizeof(Number)> raw;
  std::memcpy(&raw, from, sizeof raw);
  return from_bits<Number>(byte_swap(raw));
}

/// The number in the first sizeof(Number) bytes at `from`, least significant byte first.
template <Scalar Number>
Number load_little_endian(const std::byte* from) noexcept {
  UnsignedOfSize<sizeof(Number)> raw;
  std::memcpy(&raw, from, sizeof raw);
  return from_bits<Number>(raw);
}

/// Write `number` at `to`, most significant byte first.
template <Scalar Number>
void store_big_endian(std::byte* to, Number number) noexcept {
  const auto raw = byte_swap(std::bit_cast<UnsignedOfSize<sizeof(Number)>>(number));
  std::memcpy(to, &raw, sizeof raw);
}

/// Write `number` at `to`, least significant byte first.
template <Scalar Number>
void store_little_endian(std::byte* to, Number number) noexcept {
  std::memcpy(to, &number, sizeof number);
}

}  // namespace ramet::inline v1::bytes
