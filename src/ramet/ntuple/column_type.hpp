#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::ntuple {

/// The type and packing of a column's elements (BinaryFormatSpecification.md, "Column Description").
enum class ColumnType : std::uint16_t {
  bit = 0x00,
  byte = 0x01,
  character = 0x02,
  int8 = 0x03,
  uint8 = 0x04,
  int16 = 0x05,
  uint16 = 0x06,
  int32 = 0x07,
  uint32 = 0x08,
  int64 = 0x09,
  uint64 = 0x0a,
  real16 = 0x0b,
  real32 = 0x0c,
  real64 = 0x0d,
  index32 = 0x0e,  ///< the end of each collection among the elements of its content, counted in the cluster
  index64 = 0x0f,
  dispatch = 0x10,  ///< "Switch": an index64, then 4 bytes with the number of its alternative
  split_int16 = 0x11,
  split_uint16 = 0x12,
  split_int32 = 0x13,
  split_uint32 = 0x14,
  split_int64 = 0x15,
  split_uint64 = 0x16,
  split_real16 = 0x17,
  split_real32 = 0x18,
  split_real64 = 0x19,
  split_index32 = 0x1a,
  split_index64 = 0x1b,
  real32_trunc = 0x1c,
  real32_quant = 0x1d,
};

/// The kinds of elements.
enum class ElementKind : std::uint8_t { number, index, dispatch };

/// A column's type, with what is needed to decode its pages. Threads: a value.
struct ColumnCoding {
  ColumnType type = ColumnType::byte;
  std::uint16_t bits = 8;  ///< of an element in a page
  double minimum = 0;      ///< of ColumnType::real32_quant
  double maximum = 0;

  /// Whether ramet knows the type and it can have this number of bits. The format asks readers to ignore other columns.
  bool is_known() const noexcept;
  ElementKind kind() const noexcept;
  /// The type that can represent all its values; uint64 for an index.
  array::NumberType number() const noexcept;
  /// Whether the elements in a page have the same bytes as in memory.
  bool is_plain() const noexcept;
  /// Whether an element can only be decoded after those before it in its page.
  bool is_delta() const noexcept;
  /// The uncompressed size of a page with this number of elements.
  std::uint64_t page_size(std::uint64_t elements) const noexcept { return (elements * bits + 7) / 8; }
};

/// The name in the specification, for example "SplitReal32"; "unknown" for other types.
std::string_view to_string(ColumnType type) noexcept;

}  // namespace ramet::inline v1::ntuple
