#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ramet::inline v1::array {

/// The fundamental types that a column can hold.
enum class NumberType : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
};

/// Bytes of one value in memory.
constexpr std::size_t size_of(NumberType type) noexcept {
  switch (type) {
    case NumberType::boolean:
    case NumberType::int8:
    case NumberType::uint8:
      return 1;
    case NumberType::int16:
    case NumberType::uint16:
      return 2;
    case NumberType::int32:
    case NumberType::uint32:
    case NumberType::float32:
      return 4;
    case NumberType::int64:
    case NumberType::uint64:
    case NumberType::float64:
      return 8;
  }
  return 0;
}

/// The name that NumPy gives it: "bool", "int8", ..., "float64".
std::string_view to_string(NumberType type) noexcept;

/// The type of a NumPy name; nothing for a name that is none.
std::optional<NumberType> number_type_of(std::string_view name) noexcept;

/// The NumberType of a C++ type; `char` counts as int8.
template <class Number>
  requires(std::is_arithmetic_v<Number> && sizeof(Number) <= 8)
constexpr NumberType number_type() noexcept {
  if constexpr (std::same_as<Number, bool>) return NumberType::boolean;
  if constexpr (std::same_as<Number, float>) return NumberType::float32;
  if constexpr (std::same_as<Number, double>) return NumberType::float64;
  if constexpr (std::is_integral_v<Number> && !std::same_as<Number, bool>) {
    constexpr bool is_signed = std::is_signed_v<Number>;
    if constexpr (sizeof(Number) == 1) return is_signed ? NumberType::int8 : NumberType::uint8;
    if constexpr (sizeof(Number) == 2) return is_signed ? NumberType::int16 : NumberType::uint16;
    if constexpr (sizeof(Number) == 4) return is_signed ? NumberType::int32 : NumberType::uint32;
    if constexpr (sizeof(Number) == 8) return is_signed ? NumberType::int64 : NumberType::uint64;
  }
}

}  // namespace ramet::inline v1::array
