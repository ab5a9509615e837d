#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/object/detail/object_writer.hpp"

// The filled cells of a THnSparse (THnSparse.h, THnSparse.cxx): a TObjArray of THnSparseArrayChunk. Each has room for
// the same number of cells:
//
//   | head | TObject | bytes of a cell's bins | bytes of all | bins of cell 0 | 1 | ... | contents | squared weights |
//
// The bins of a cell are packed one axis after the other, from the lowest bit of the first byte on; each takes as many
// bits as the number of cells of its axis.

namespace ramet::inline v1::hist {

/// THnSparse's own number of cells in a block.
inline constexpr std::int32_t default_cells_of_block = 16 * 1024;

/// Whether a class is one of sparse histograms, as "THnSparseT<TArrayC>", that has room for all contents.
bool has_room_for(std::string_view class_name, std::span<const double> contents) noexcept;

/// Write the TObjArray of blocks with `cells_of_block` cells each, in the order of the cells, for a class that has room
/// for all contents. Throws Error(unsupported) for other classes.
void write_cell_blocks(object::ObjectWriter& writer, const SparseHistogramParts& parts, std::string_view class_name,
                       std::int32_t cells_of_block);

}  // namespace ramet::inline v1::hist
