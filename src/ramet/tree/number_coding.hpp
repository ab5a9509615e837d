#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ramet/array/number_type.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

// How one number is stored. Plain numbers are big-endian. Double32_t and Float16_t are stored smaller than they are in
// memory (TBufferFile::ReadWithFactor, ReadWithNbits; TStreamerElement's GetRange):
//   ranged     4 bytes: an unsigned n; value = n / factor + minimum
//   truncated  3 bytes: the float's exponent 1, its sign and leading mantissa bits 2
//   as_float   4 bytes: a float (Double32_t without a range)

namespace ramet::inline v1::tree {

/// How a number is stored, and its type in memory. Threads: a value.
struct NumberCoding {
  enum class Form : std::uint8_t { plain, ranged, truncated, as_float };

  array::NumberType type = array::NumberType::float64;  ///< in memory
  Form form = Form::plain;
  std::uint8_t mantissa_bits = 12;  ///< of truncated
  double factor = 0;                ///< of ranged
  double minimum = 0;               ///< of ranged; smaller values and NaN are stored as this
  double maximum = 0;               ///< of ranged; larger values are stored as this

  constexpr std::size_t stored_size() const noexcept {
    switch (form) {
      case Form::plain:
        return array::size_of(type);
      case Form::truncated:
        return 3;
      case Form::ranged:
      case Form::as_float:
        return 4;
    }
    return 0;
  }
  constexpr bool operator==(const NumberCoding&) const = default;

  static constexpr NumberCoding plain(array::NumberType type) noexcept { return {.type = type}; }
  /// The coding of any number; `range` is that of a Double32_t or Float16_t.
  static NumberCoding of(schema::Fundamental type, const schema::ValueRange& range = {}) noexcept;
  /// The coding of a Double32_t (or Float16_t) with this title: its last "[low,high,bits]", if any, gives the range.
  static NumberCoding double32(std::string_view title);
  static NumberCoding float16(std::string_view title);
};

/// Decode the stored numbers at `from` to native ones at `to`, which has the exact size. The spans do not overlap.
void decode_numbers(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept;

/// Encode the native numbers at `from` to stored ones at `to`, which has the exact size.
void encode_numbers(const NumberCoding& coding, std::span<const std::byte> from, std::span<std::byte> to) noexcept;

}  // namespace ramet::inline v1::tree
