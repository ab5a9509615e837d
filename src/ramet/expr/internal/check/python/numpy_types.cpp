#include "ramet/expr/internal/check/python/numpy_types.hpp"

#include "ramet/array/type.hpp"
#include "ramet/expr/internal/run/array_values.hpp"

namespace ramet::inline v1::expr {

namespace {

NumberType signed_of(std::size_t bytes) noexcept {
  if (bytes <= 1) return NumberType::int8;
  if (bytes == 2) return NumberType::int16;
  return bytes == 4 ? NumberType::int32 : NumberType::int64;
}

}  // namespace

NumberType numpy_common(NumberType one, NumberType other) noexcept {
  if (one == other || other == NumberType::boolean) return one;
  if (one == NumberType::boolean) return other;
  if (is_real(one) || is_real(other)) {
    const NumberType whole = is_real(one) ? other : one;
    const NumberType real = is_real(one) ? one : other;
    if (is_real(whole)) return NumberType::float64;  // float32 and float64
    return real == NumberType::float32 && array::size_of(whole) <= 2 ? NumberType::float32 : NumberType::float64;
  }
  if (is_signed(one) == is_signed(other)) return array::size_of(one) >= array::size_of(other) ? one : other;
  const std::size_t has_sign = array::size_of(is_signed(one) ? one : other);
  const std::size_t has_none = array::size_of(is_signed(one) ? other : one);
  if (has_sign > has_none) return signed_of(has_sign);
  return has_none == 8 ? NumberType::float64 : signed_of(2 * has_none);
}

NumberType numpy_real(NumberType type) noexcept {
  return type == NumberType::float32 || array::size_of(type) <= 2 ? NumberType::float32 : NumberType::float64;
}

NumberType numpy_sum(NumberType type) noexcept {
  if (is_real(type)) return type;
  return is_signed(type) || type == NumberType::boolean ? NumberType::int64 : NumberType::uint64;
}

std::string numpy_spelled(const ValueType& type) { return array::to_string(array_type(type)); }

}  // namespace ramet::inline v1::expr
