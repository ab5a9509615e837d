#pragma once

#include <cstddef>
#include <span>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/array/type.hpp"
#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/kept_values.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

/// The type of an array that has values of the type.
array::Type array_type(const ValueType& type);

/// What x[2][3] is: a list of 6, as for RDataFrame, or two lists of three.
enum class FixedArrays : std::uint8_t { flat, nested };

/// A view of the numbers, strings or lists inside the records of an array: `members` says which member of each record,
/// from the outside. It is good as long as the array and the arena.
Values view_array(const array::Array& array, std::span<const std::size_t> members, Arena& arena,
                  FixedArrays fixed_arrays = FixedArrays::flat);

/// The first `count` values as an array, which takes those that are kept, and copies others.
array::Array to_array(const Values& values, const ValueType& type, std::size_t count, KeptValues& kept);

}  // namespace ramet::inline v1::expr
