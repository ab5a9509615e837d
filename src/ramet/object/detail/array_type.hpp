#pragma once

#include <span>
#include <string_view>

#include "ramet/array/type.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::object {

/// The type of a column of such C++ values: "std::map<int,Track>" is var * {first: int32, second: {...}}. The members
/// of a class' bases come before its own, and a name met twice gets a "'"; a bitset is an array of bool, an enumeration
/// an int32. Throws Error(misuse) for what is no type, has no column, or needs a class that is not described.
array::Type array_type_of(std::string_view type_name, std::span<const schema::ClassSpec> classes);

/// Throw Error(misuse), with both types, unless a column of that type holds such C++ values. An enumeration may be any
/// integer, a string any class that is one.
void check_array_type(const array::Type& type, std::string_view type_name, std::span<const schema::ClassSpec> classes);

}  // namespace ramet::inline v1::object
