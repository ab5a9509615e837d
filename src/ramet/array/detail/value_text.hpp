#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::array {

/// The characters of a string of an array of strings.
std::string_view characters_of(const Array& array, std::size_t index) noexcept;

/// The text of one value, such as "1.5", "[1, 2, 3]" or "{x: 1}". Long lists and strings are shortened.
std::string value_text(const Array& array, std::size_t index);

}  // namespace ramet::inline v1::array
