#pragma once

#include <cstdint>
#include <span>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::dataset {

/// Marks a missing row.
inline constexpr std::uint64_t no_row = ~std::uint64_t{0};

/// Rows of an array in the given order; rows may repeat, and `no_row` gives the value of `filled_array`. Throws
/// Error(misuse) for a row that does not exist.
array::Array gather(const array::Array& from, std::span<const std::uint64_t> rows, double fill = 0);

/// An array of `length` equal values: numbers are `fill`, strings and lists empty, options and variants without value,
/// and fixed arrays and records consist of these. Throws Error(misuse) when a number type cannot represent `fill`.
array::Array filled_array(const array::Type& type, std::size_t length, double fill = 0);

/// Lists with as many values of `filled_array` as `counts` has: int64, of which negative ones are 0. Throws as
/// filled_array.
array::Array counted_array(const array::Type& type, const array::Array& counts, double fill = 0);

}  // namespace ramet::inline v1::dataset
