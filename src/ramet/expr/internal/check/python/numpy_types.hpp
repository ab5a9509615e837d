#pragma once

#include <string>

#include "ramet/expr/internal/graph/value_type.hpp"

namespace ramet::inline v1::expr {

/// The type that NumPy gives to arithmetic with arrays of two types: int8 and uint8 are int16, int64 and uint64
/// float64, float32 and int32 float64.
NumberType numpy_common(NumberType one, NumberType other) noexcept;

/// The type of a function of real numbers: float32 of float32 and of whole numbers of up to 16 bits, else float64. Of 8
/// bits and of bool NumPy has float16, which ramet has not.
NumberType numpy_real(NumberType type) noexcept;

/// The type in which sums are made: int64, uint64, or that of real numbers.
NumberType numpy_sum(NumberType type) noexcept;

constexpr bool is_whole(NumberType type) noexcept { return !is_real(type) && type != NumberType::boolean; }

/// As NumPy and awkward spell it, for messages: "float32", "var * bool", "string".
std::string numpy_spelled(const ValueType& type);

}  // namespace ramet::inline v1::expr
