#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::merge::internal {

/// Entries of two columns that differ. Threads: a value.
struct ArrayContrast {
  std::uint64_t count = 0;
  std::size_t first = 0;  ///< if there are some
};

/// Whether two arrays have the same values, bit by bit, wherever they lie in memory.
bool has_same_values(const array::Array& left, const array::Array& right);

/// Compare two arrays of the same type and length, value by value. NaN is the same as NaN; floating-point numbers are
/// the same if they differ by less than `tolerance` times the larger one.
ArrayContrast contrast_of(const array::Array& left, const array::Array& right, double tolerance);

}  // namespace ramet::inline v1::merge::internal
