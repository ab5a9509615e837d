#pragma once

#include <cstdint>
#include <utility>

#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::array {

/// Call `work` with a value of the C++ type of these numbers, and return what it returns.
template <class Work>
decltype(auto) with_number(NumberType type, Work&& work) {
  switch (type) {
    case NumberType::boolean:
      return std::forward<Work>(work)(bool{});
    case NumberType::int8:
      return std::forward<Work>(work)(std::int8_t{});
    case NumberType::int16:
      return std::forward<Work>(work)(std::int16_t{});
    case NumberType::int32:
      return std::forward<Work>(work)(std::int32_t{});
    case NumberType::int64:
      return std::forward<Work>(work)(std::int64_t{});
    case NumberType::uint8:
      return std::forward<Work>(work)(std::uint8_t{});
    case NumberType::uint16:
      return std::forward<Work>(work)(std::uint16_t{});
    case NumberType::uint32:
      return std::forward<Work>(work)(std::uint32_t{});
    case NumberType::uint64:
      return std::forward<Work>(work)(std::uint64_t{});
    case NumberType::float32:
      return std::forward<Work>(work)(float{});
    case NumberType::float64:
      break;
  }
  return std::forward<Work>(work)(double{});
}

}  // namespace ramet::inline v1::array
