#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

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

/// Packs the bin numbers of cells, and unpacks them (THnSparseCompactBinCoord). Threads: immutable.
class BinPacking {
 public:
  explicit BinPacking(std::span<const NamedAxis> axes);

  std::size_t bytes_per_cell() const noexcept { return bytes_; }
  /// Append the bytes of a cell; `bins` has one for each axis.
  void pack(std::span<const std::uint32_t> bins, std::vector<std::uint8_t>& packed) const;
  /// Append the bins of a cell; `packed` has its bytes.
  void unpack(std::span<const std::int8_t> packed, std::vector<std::uint32_t>& bins) const;

 private:
  std::vector<unsigned> widths_;  // in bits, of each axis
  std::size_t bytes_ = 0;
};

/// THnSparse's own number of cells in a block.
inline constexpr std::int32_t default_cells_of_block = 16 * 1024;

/// Whether a class is one of sparse histograms, as "THnSparseT<TArrayC>", that has room for all contents.
bool has_room_for(std::string_view class_name, std::span<const double> contents) noexcept;

/// Write the TObjArray of blocks with `cells_of_block` cells each, in the order of the cells, for a class that has room
/// for all contents. Throws Error(unsupported) for other classes.
void write_cell_blocks(object::ObjectWriter& writer, const SparseHistogramParts& parts, std::string_view class_name,
                       std::int32_t cells_of_block);

}  // namespace ramet::inline v1::hist
