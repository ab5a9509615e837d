#pragma once

#include <cstddef>
#include <span>

#include "ramet/array/number_type.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::object::internal {

inline constexpr std::size_t no_counter = static_cast<std::size_t>(-1);  ///< of a value that counts or obeys none

/// How a number is stored, and its type in memory. Threads: a value.
struct NumberCoding {
  schema::Fundamental stored = schema::Fundamental::int8;
  array::NumberType type = array::NumberType::int8;
  schema::ValueRange range = {};
  std::size_t size = 1;   ///< bytes of a stored number
  bool is_plain = false;  ///< only the byte order changes

  /// The coding of numbers stored as `stored` and decoded to `type`.
  static NumberCoding of(schema::Fundamental stored, array::NumberType type, const schema::ValueRange& range) noexcept;
};

/// The column type of numbers stored as `stored`.
array::NumberType natural_type(schema::Fundamental stored) noexcept;

/// Decode `count` numbers, each `stride` bytes after the last, to places that are `to_stride` bytes apart. Throws
/// Error(corrupt) when one does not fit the type in memory.
void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                    std::byte* to, std::size_t to_stride);

/// The same to adjacent places.
inline void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                           std::byte* to) {
  decode_numbers(coding, from, stride, count, to, array::size_of(coding.type));
}

}  // namespace ramet::inline v1::object::internal
