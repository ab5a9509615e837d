#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ramet/array/detail/with_number.hpp"
#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::expr {

using array::NumberType;
using array::with_number;

/// The type of a node's values: numbers or strings, in so many levels of lists. Records are taken apart before: they
/// have a node for each member. Threads: a value.
struct ValueType {
  NumberType number = NumberType::float64;  ///< unless is_string
  bool is_string = false;
  std::uint8_t depth = 0;  ///< levels of lists

  bool is_number() const noexcept { return !is_string && depth == 0; }
  bool is_list() const noexcept { return depth > 0; }
  /// The type of a list's values.
  ValueType item() const noexcept { return {number, is_string, static_cast<std::uint8_t>(depth - 1)}; }
  ValueType list() const noexcept { return {number, is_string, static_cast<std::uint8_t>(depth + 1)}; }
  ValueType with(NumberType other) const noexcept { return {other, is_string, depth}; }

  bool operator==(const ValueType&) const noexcept = default;

  static ValueType of(NumberType number) noexcept { return {number, false, 0}; }
  static ValueType string() noexcept { return {NumberType::uint8, true, 0}; }
};

/// As C++ spells it, for messages: "float", "RVec<RVec<int>>", "std::string".
std::string to_string(const ValueType& type);

constexpr bool is_real(NumberType type) noexcept { return type == NumberType::float32 || type == NumberType::float64; }
constexpr bool is_signed(NumberType type) noexcept {
  return type == NumberType::int8 || type == NumberType::int16 || type == NumberType::int32 ||
         type == NumberType::int64 || is_real(type);
}

/// The type in which C++ does arithmetic with one operand of the type: small ones become int.
constexpr NumberType promoted(NumberType type) noexcept { return array::size_of(type) < 4 ? NumberType::int32 : type; }

/// The type in which C++ does arithmetic with operands of two types (usual arithmetic conversions).
constexpr NumberType common_type(NumberType one, NumberType other) noexcept {
  if (one == NumberType::float64 || other == NumberType::float64) return NumberType::float64;
  if (one == NumberType::float32 || other == NumberType::float32) return NumberType::float32;
  one = promoted(one);
  other = promoted(other);
  if (one == other) return one;
  if (one == NumberType::uint64 || other == NumberType::uint64) return NumberType::uint64;
  if (one == NumberType::int64 || other == NumberType::int64) return NumberType::int64;
  return NumberType::uint32;  // int32 and uint32
}

}  // namespace ramet::inline v1::expr
