#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "ramet/array/array_builder.hpp"

// Arrays as text, to compare with: [1, 2], "abc", {x: 1, y: 2}, none.

namespace ramet_test {

inline std::string text_of(const ramet::array::Array& array, std::size_t at);

inline std::string text_of(const ramet::array::Array& array, std::size_t first, std::size_t last) {
  std::string text = "[";
  for (std::size_t i = first; i < last; ++i) text += (i == first ? "" : ", ") + text_of(array, i);
  return text + "]";
}

inline std::string number_text(const ramet::array::Array& array, std::size_t at) {
  using ramet::array::NumberType;
  switch (array.number()) {
    case NumberType::boolean:
      return array.numbers<bool>()[at] ? "true" : "false";
    case NumberType::int8:
      return fmt::to_string(int{array.numbers<std::int8_t>()[at]});
    case NumberType::int16:
      return fmt::to_string(array.numbers<std::int16_t>()[at]);
    case NumberType::int32:
      return fmt::to_string(array.numbers<std::int32_t>()[at]);
    case NumberType::int64:
      return fmt::to_string(array.numbers<std::int64_t>()[at]);
    case NumberType::uint8:
      return fmt::to_string(unsigned{array.numbers<std::uint8_t>()[at]});
    case NumberType::uint16:
      return fmt::to_string(array.numbers<std::uint16_t>()[at]);
    case NumberType::uint32:
      return fmt::to_string(array.numbers<std::uint32_t>()[at]);
    case NumberType::uint64:
      return fmt::to_string(array.numbers<std::uint64_t>()[at]);
    case NumberType::float32:
      return fmt::to_string(array.numbers<float>()[at]);
    case NumberType::float64:
      return fmt::to_string(array.numbers<double>()[at]);
  }
  return "";
}

/// One value of an array.
inline std::string text_of(const ramet::array::Array& array, std::size_t at) {
  using ramet::array::Kind;
  const auto bound = [&](std::size_t i) { return static_cast<std::size_t>(array.list_offsets()[i]); };
  switch (array.kind()) {
    case Kind::number:
      return number_text(array, at);
    case Kind::string:
      return '"' +
             std::string(reinterpret_cast<const char*>(array.values().data()) + bound(at), bound(at + 1) - bound(at)) +
             '"';
    case Kind::list:
      return text_of(array.content(0), bound(at), bound(at + 1));
    case Kind::regular:
      return text_of(array.content(0), at * array.size(), (at + 1) * array.size());
    case Kind::option:
      return bound(at) == bound(at + 1) ? "none" : text_of(array.content(0), bound(at));
    case Kind::record: {
      std::string text = "{";
      for (std::size_t i = 0; i < array.names().size(); ++i)
        text += (i == 0 ? "" : ", ") + array.names()[i] + ": " + text_of(array.content(i), at);
      return text + "}";
    }
    case Kind::variant: {
      const std::size_t tag = array.tags()[at];
      return tag == 0 ? "none" : fmt::format("{}:{}", tag, text_of(array.content(tag - 1), bound(at)));
    }
  }
  return "";
}

/// All values.
inline std::string text_of(const ramet::array::Array& array) { return text_of(array, 0, array.length()); }
inline std::string text_of(const ramet::array::ArrayBuilder& array) { return text_of(array.borrow()); }

}  // namespace ramet_test
