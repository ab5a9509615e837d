#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/tree/decode/basket.hpp"
#include "ramet/tree/layout/column_layout.hpp"

namespace ramet::inline v1::tree {

/// Where the entries of a basket begin that keeps no offsets, because the branch that counts its numbers tells (ROOT:
/// TIOFeatures, kGenerateOffsetMap; TLeaf::GenerateOffsetArrayBase). `counts` has the counter's value in each entry
/// from the basket's first on; offsets are made for as many entries, and the end of the last. Throws Error(corrupt)
/// when they would reach past the basket's bytes.
void generate_offsets(const ColumnLayout& layout, std::span<const std::int32_t> counts, std::size_t data_size,
                      std::vector<std::uint32_t>& offsets);

/// The values of a branch that counts. Throws Error(unsupported) when they are no integers, Error(corrupt) when one
/// does not fit.
std::vector<std::int32_t> counts_in(const array::Array& column);

/// Whether a basket lacks the offsets that its layout needs and only counts can give.
inline bool lacks_offsets(const ColumnLayout& layout, const Basket& basket) noexcept {
  return layout.packing == Packing::counted && layout.may_lack_offsets && basket.offsets.empty() && basket.entries > 0;
}

}  // namespace ramet::inline v1::tree
