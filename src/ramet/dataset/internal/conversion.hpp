#pragma once

#include <optional>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"

// Files of a chain may have different widths of a number: a column is read as the smallest type that holds all values
// exactly.

namespace ramet::inline v1::dataset {

/// The smallest type that holds all values of both exactly: int16 and int32 give int32, float32 and int32 give float64,
/// a type and an option of it give the option. Lists of any and of a fixed length give lists; records must have the
/// same names. Nothing when there is no such type, for example for int64 and float64.
std::optional<array::Type> common_type(const array::Type& a, const array::Type& b);

/// The option of a type; the type, if it is one.
array::Type optional_type(const array::Type& type);

/// Whether `to` can represent every value of `from`.
bool is_convertible(const array::Type& from, const array::Type& to);

/// Convert values to another type. What stays as it is is shared with `from`: all of it, if that is of the type; the
/// offsets of lists whose numbers change. Throws Error(misuse) unless is_convertible.
array::Array convert(const array::Array& from, const array::Type& to);

}  // namespace ramet::inline v1::dataset
