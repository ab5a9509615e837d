#pragma once

#include <cstdint>
#include <optional>

#include <nanobind/ndarray.h>

#include "ramet/array/number_type.hpp"

namespace ramet::bindings {

/// The NumPy type of numbers.
inline nanobind::dlpack::dtype dtype_of(array::NumberType type) {
  using nanobind::dtype;
  switch (type) {
    case array::NumberType::boolean:
      return dtype<bool>();
    case array::NumberType::int8:
      return dtype<std::int8_t>();
    case array::NumberType::int16:
      return dtype<std::int16_t>();
    case array::NumberType::int32:
      return dtype<std::int32_t>();
    case array::NumberType::int64:
      return dtype<std::int64_t>();
    case array::NumberType::uint8:
      return dtype<std::uint8_t>();
    case array::NumberType::uint16:
      return dtype<std::uint16_t>();
    case array::NumberType::uint32:
      return dtype<std::uint32_t>();
    case array::NumberType::uint64:
      return dtype<std::uint64_t>();
    case array::NumberType::float32:
      return dtype<float>();
    case array::NumberType::float64:
      return dtype<double>();
  }
  return dtype<double>();
}

/// The type of numbers of a NumPy type; nothing for types that no column can have.
inline std::optional<array::NumberType> number_type_of(nanobind::dlpack::dtype dtype) {
  for (std::uint8_t number = 0; number <= static_cast<std::uint8_t>(array::NumberType::float64); ++number)
    if (const auto type = static_cast<array::NumberType>(number); dtype_of(type) == dtype) return type;
  return std::nullopt;
}

}  // namespace ramet::bindings
