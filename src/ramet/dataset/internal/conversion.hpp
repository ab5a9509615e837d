#pragma once

#include <optional>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"

// Files of one chain need not agree on the width of a number: a column is read as the smallest type that holds the
// values of all of them, exactly.

namespace ramet::inline v1::dataset {

/// The smallest type that holds all values of both, exactly: int16 and int32 give int32, float32 and int32 float64, a
/// type and an option of it the option. Lists of any and of a fixed length give lists; records must have the same
/// names. Nothing when there is no such type, as of int64 and float64.
std::optional<array::Type> common_type(const array::Type& a, const array::Type& b);

/// Whether every value of `from` is one of `to`, too.
bool is_convertible(const array::Type& from, const array::Type& to);

/// The same values, as another type. Throws Error(misuse) unless is_convertible.
array::Array convert(array::Array&& from, const array::Type& to);

}  // namespace ramet::inline v1::dataset
