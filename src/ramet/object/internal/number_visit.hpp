#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

// One stored number, and its conversions.

namespace ramet::inline v1::object::internal {

inline constexpr int float_mantissa_bits = 23;
inline constexpr int default_float16_bits = 12;

/// | exponent 1 | sign and mantissa 2 |: a float whose mantissa was truncated to `bits` (TBufferFile, ReadWithNbits).
inline float cut_float(const std::byte* from, int bits) noexcept {
  const std::uint32_t exponent = bytes::load_big_endian<std::uint8_t>(from);
  const std::uint32_t mantissa = bytes::load_big_endian<std::uint16_t>(from + 1);
  const std::uint32_t sign = 1U << (bits + 1);
  const std::uint32_t pattern = exponent << float_mantissa_bits | (mantissa & (sign - 1))
                                                                      << (float_mantissa_bits - bits);
  const float magnitude = std::bit_cast<float>(pattern);
  return (mantissa & sign) != 0 ? -magnitude : magnitude;
}

inline double ranged(const std::byte* from, const schema::ValueRange& range) noexcept {
  return range.minimum + bytes::load_big_endian<std::uint32_t>(from) / range.factor;
}

/// Call `use` with the number as the widest type of its kind: std::int64_t, std::uint64_t or double.
template <class Use>
void with_number(schema::Fundamental stored, const schema::ValueRange& range, const std::byte* from, const Use& use) {
  using bytes::load_big_endian;
  using schema::Fundamental;
  switch (stored) {
    case Fundamental::int8:
      return use(std::int64_t{load_big_endian<std::int8_t>(from)});
    case Fundamental::int16:
      return use(std::int64_t{load_big_endian<std::int16_t>(from)});
    case Fundamental::int32:
      return use(std::int64_t{load_big_endian<std::int32_t>(from)});
    case Fundamental::int64:
      return use(load_big_endian<std::int64_t>(from));
    case Fundamental::bool_:
    case Fundamental::uint8:
      return use(std::uint64_t{load_big_endian<std::uint8_t>(from)});
    case Fundamental::uint16:
      return use(std::uint64_t{load_big_endian<std::uint16_t>(from)});
    case Fundamental::uint32:
      return use(std::uint64_t{load_big_endian<std::uint32_t>(from)});
    case Fundamental::uint64:
      return use(load_big_endian<std::uint64_t>(from));
    case Fundamental::float_:
      return use(double{load_big_endian<float>(from)});
    case Fundamental::double_:
      return use(load_big_endian<double>(from));
    case Fundamental::float16:
      return use(range.factor != 0 ? ranged(from, range)
                                   : double{cut_float(from, range.bits != 0 ? range.bits : default_float16_bits)});
    case Fundamental::double32:
      if (range.factor != 0) return use(ranged(from, range));
      return use(range.bits != 0 ? double{cut_float(from, range.bits)} : double{load_big_endian<float>(from)});
  }
}

/// Convert a number to another type. Fractions are truncated, as when ROOT reads an old file's double into a Long64_t.
/// Throws an Error of this kind when it does not fit: corrupt where the file says what it is converted to, misuse where
/// the caller does.
template <class To, class From>
To converted(From number, [[maybe_unused]] ErrorKind kind = ErrorKind::corrupt) {
  if constexpr (std::same_as<To, bool>) {
    return number != 0;
  } else if constexpr (std::floating_point<To>) {
    return static_cast<To>(number);
  } else if constexpr (std::floating_point<From>) {
    // both limits are powers of two, hence exact; NaN fails the comparison
    constexpr double above = 2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<To>::digits - 1));
    const double whole = std::trunc(number);
    if (!(whole >= static_cast<double>(std::numeric_limits<To>::min()) && whole < above))
      detail::fail(kind, "number is out of range: {} is not in {}..{}", number, std::numeric_limits<To>::min(),
                   std::numeric_limits<To>::max());
    return static_cast<To>(whole);
  } else {
    if (!std::in_range<To>(number))
      detail::fail(kind, "number is out of range: {} is not in {}..{}", number, std::numeric_limits<To>::min(),
                   std::numeric_limits<To>::max());
    return static_cast<To>(number);
  }
}

}  // namespace ramet::inline v1::object::internal
