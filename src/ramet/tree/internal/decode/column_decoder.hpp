#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/array_builder.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/column_layout.hpp"
#include "ramet/tree/generated_offsets.hpp"

namespace ramet::inline v1::tree {

/// Entries [first, last) of a basket. Threads: a value.
struct BasketRows {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Append rows of a basket to an array of the layout's type. `counts` has the number of objects in each row, if the
/// layout needs them. Throws Error(corrupt) when the bytes contradict the layout, Error(unsupported) for a layout that
/// cannot be read.
void decode_rows(const ColumnLayout& layout, const Basket& basket, BasketRows rows, array::ArrayBuilder& to,
                 const CountsView& counts = {});

/// The same for Packing::fixed, directly to the final place of the numbers; `to` has the exact size.
void decode_fixed_rows(const ColumnLayout& layout, const Basket& basket, BasketRows rows, std::span<std::byte> to);

}  // namespace ramet::inline v1::tree
