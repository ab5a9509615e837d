#pragma once

#include <optional>
#include <string_view>

#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::expr {

/// The number type that a name of C++ or ROOT stands for, without namespaces: "int", "unsigned int", "size_t",
/// "Float_t".
std::optional<array::NumberType> number_type_named(std::string_view name) noexcept;

/// Of names like RVecF, the type of the elements.
std::optional<array::NumberType> list_type_named(std::string_view name) noexcept;

/// Whether the name, without namespaces, is a type in every place, as float and RVecF.
bool names_type(std::string_view name) noexcept;

/// Whether the name is a type when template arguments follow, as vector.
bool names_template(std::string_view name) noexcept;

/// Whether the word is a part of a type of several words, as unsigned.
bool is_type_word(std::string_view word) noexcept;

}  // namespace ramet::inline v1::expr
