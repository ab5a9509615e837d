#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ramet::inline v1::schema {

/// How a Double32_t or Float16_t is stored, from its comment `[minimum,maximum,bits]` (TStreamerElement.cxx, GetRange;
/// TBufferFile.cxx, WriteDouble32 and WriteFloat16). Threads: a value.
///
///   factor != 0   4 bytes: an unsigned integer, value = minimum + integer / factor
///   bits != 0     3 bytes: the float's exponent (1 byte), then sign and `bits` of mantissa (2 bytes)
///   neither       Double32_t: 4 bytes, a float; Float16_t: 3 bytes, as with 12 bits
struct ValueRange {
  double minimum = 0;
  double maximum = 0;
  double factor = 0;  ///< steps per unit; 0 when there is no range
  int bits = 0;       ///< mantissa bits when there is no range, 2 to 14; 0 when not given

  bool operator==(const ValueRange&) const = default;
};

/// The range in a member's or leaf's title; a default value when the title has none. A first bracket without a comma is
/// an array's dimension and skipped. Limits may be numbers or pi, 2pi, 2*pi, twopi, pi/2, pi/4, with a sign.
ValueRange parse_range(std::string_view title);

/// The integer that represents a value in a range. Values below the minimum and NaN are stored as the minimum, values
/// above the maximum as the maximum.
std::uint32_t steps_in(const ValueRange& range, double value) noexcept;

/// Store a float in three bytes with `bits` of its mantissa, rounded.
void store_cut(float value, unsigned bits, std::byte* to) noexcept;

}  // namespace ramet::inline v1::schema
