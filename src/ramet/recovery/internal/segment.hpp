#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ramet::inline v1::recovery::internal {

/// A basket or a page. Threads: a value.
struct Piece {
  std::uint64_t elements = 0;     ///< entries of a basket, elements of a page
  std::uint64_t seek = 0;         ///< in the old file
  std::uint64_t stored_size = 0;  ///< of a page: without its checksum
  std::uint64_t plain_size = 0;   ///< of a basket: key and uncompressed payload
  std::size_t embedded = 0;       ///< if not 0: number of the basket among those of its branch in the tree's record
  std::uint64_t new_seek = 0;     ///< in the new file
  bool is_absent = false;         ///< entries before the branch was created; nothing is stored

  /// Whether it has its own record.
  bool is_record() const noexcept { return embedded == 0 && !is_absent; }
};

/// The baskets or pages of one branch or column in a segment. Threads: a value.
struct Part {
  std::uint64_t number =
      0;  ///< of a branch: the largest value, if it is a counter; of a column: the number of elements
  std::vector<Piece> pieces = {};
};

/// Entries of a table that are kept or lost together: a cluster, or the entries between two points at which all
/// branches begin a basket. Threads: a value.
struct Segment {
  std::uint64_t entries = 0;
  std::uint64_t sequence = 0, ordinal = 0;  ///< from the cluster's mark
  bool has_mark = false;
  bool is_saved = false;         ///< listed in the table's metadata
  std::vector<Part> parts = {};  ///< branches in the order of all_branches, or columns
  std::string damage = {};       ///< why it is lost; empty if it is kept
  bool is_read = true;           ///< false if it was not checked, because of a limit

  /// The position of its first basket or page in the old file.
  std::uint64_t position() const noexcept {
    std::uint64_t first = ~std::uint64_t{0};
    for (const Part& part : parts)
      for (const Piece& piece : part.pieces) first = piece.is_record() && piece.seek < first ? piece.seek : first;
    return first;
  }
};

/// Order segments by entries. `saved` keep their order. `found` are inserted as their marks say if `saved` is in that
/// order, and appended otherwise.
std::vector<Segment> in_order(std::vector<Segment> saved, std::vector<Segment> found);

}  // namespace ramet::inline v1::recovery::internal
