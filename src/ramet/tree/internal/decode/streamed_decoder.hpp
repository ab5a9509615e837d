#pragma once

#include <cstdint>
#include <span>

#include "ramet/array/array_builder.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/column_layout.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

namespace ramet::inline v1::tree {

/// Append rows of Packing::streamed to an array of the layout's type. For members of a split collection, `counts` has
/// the number of objects in each row. Throws Error(corrupt), naming the entry, when the bytes contradict the layout,
/// and Error(unsupported) for an object of unknown layout.
void decode_streamed(const ColumnLayout& layout, const Basket& basket, BasketRows rows, const CountsView& counts,
                     array::ArrayBuilder& to);

}  // namespace ramet::inline v1::tree
