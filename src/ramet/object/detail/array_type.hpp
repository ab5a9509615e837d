#pragma once

#include <span>
#include <string_view>

#include "ramet/array/type.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::object {

/// The column type of a C++ type: "std::map<int,Track>" is var * {first: int32, second: {...}}. Members of bases come
/// before a class's own, and a repeated name gets a "'"; a bitset is an array of bool, an enumeration an int32. Throws
/// Error(misuse) for text that is not a type, types that cannot be a column, and classes that are not described.
array::Type array_type_of(std::string_view type_name, std::span<const schema::ClassSpec> classes);

/// Throw Error(misuse), with both types, unless a column of type `type` can hold values of this C++ type. An
/// enumeration may be any integer, a string any string class.
void check_array_type(const array::Type& type, std::string_view type_name, std::span<const schema::ClassSpec> classes);

}  // namespace ramet::inline v1::object
