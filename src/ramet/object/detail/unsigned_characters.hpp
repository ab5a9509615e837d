#pragma once

#include <span>
#include <string_view>

#include "ramet/array/type.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::object {

/// As `array_type_of`, but a `char` is unsigned, as in the arrays that are read of ntuples: "std::tuple<float,char>" is
/// {_0: float32, _1: uint8}.
array::Type array_type_with_unsigned_characters(std::string_view type_name, std::span<const schema::ClassSpec> classes);

}  // namespace ramet::inline v1::object
