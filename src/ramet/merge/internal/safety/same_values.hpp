#pragma once

#include "ramet/array/array.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether two arrays have the same values, bit by bit, wherever they lie in memory.
bool has_same_values(const array::Array& left, const array::Array& right);

}  // namespace ramet::inline v1::merge::internal
