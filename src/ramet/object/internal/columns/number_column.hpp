#pragma once

#include <cstddef>
#include <span>

#include "ramet/array/number_type.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::object::internal {

/// How a number is stored, and the type that it becomes in a column. Threads: a value.
struct NumberCoding {
  schema::Fundamental stored = schema::Fundamental::int8;
  array::NumberType type = array::NumberType::int8;
  schema::ValueRange range = {};
  std::size_t size = 1;   ///< bytes of a stored one
  bool is_plain = false;  ///< it changes its byte order only

  /// Of numbers stored as `stored` that become `type`.
  static NumberCoding of(schema::Fundamental stored, array::NumberType type, const schema::ValueRange& range) noexcept;
};

/// The type of a column of such numbers.
array::NumberType natural_type(schema::Fundamental stored) noexcept;

/// Decode `count` numbers, each `stride` bytes after the last, to places that are `to_stride` bytes apart. Throws
/// Error(corrupt) when one does not fit the type that it becomes.
void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                    std::byte* to, std::size_t to_stride);

/// The same to places side by side.
inline void decode_numbers(const NumberCoding& coding, const std::byte* from, std::size_t stride, std::size_t count,
                           std::byte* to) {
  decode_numbers(coding, from, stride, count, to, array::size_of(coding.type));
}

}  // namespace ramet::inline v1::object::internal
