#pragma once

#include "ramet/frame/internal/graph/definition.hpp"

namespace ramet::inline v1::frame::internal {

/// Throw Error(misuse) unless arrays of a fixed size, which a function gives, have a value for each column and tag.
void require_shape(const Variation& variation);

/// Whether the values of all columns are one list: a function gives arrays in arrays, which expressions see so.
bool has_flat_lists(const Variation& variation) noexcept;

}  // namespace ramet::inline v1::frame::internal
