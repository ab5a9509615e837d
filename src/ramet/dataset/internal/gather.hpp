#pragma once

#include <cstdint>
#include <span>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::dataset {

/// Stands for a row that is not there.
inline constexpr std::uint64_t no_row = ~std::uint64_t{0};

/// Rows of an array in the order asked for; one may come several times, and instead of `no_row` comes the value of
/// `filled_array`. Throws Error(misuse) for a row that is not there.
array::Array gather(const array::Array& from, std::span<const std::uint64_t> rows, double fill = 0);

/// As many values of a type as asked for, all alike: numbers are `fill`, strings and lists empty, options and variants
/// without value, and fixed arrays and records have such members. Throws Error(misuse) when numbers of the type cannot
/// be `fill`.
array::Array filled_array(const array::Type& type, std::size_t length, double fill = 0);

}  // namespace ramet::inline v1::dataset
