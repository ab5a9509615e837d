#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ramet::inline v1::recovery::internal {

/// A basket or a page. Threads: a value.
struct Piece {
  std::uint64_t elements = 0;     ///< entries of a basket, elements of a page
  std::uint64_t seek = 0;         ///< in the file that is recovered
  std::uint64_t stored_size = 0;  ///< of a page without its checksum
  std::uint64_t plain_size = 0;   ///< of a basket, key and payload uncompressed
  std::size_t embedded = 0;       ///< 1 and up: that one of its branch's baskets, which is inside of the tree's record
  std::uint64_t new_seek = 0;     ///< in the file that is made
  bool is_absent = false;         ///< entries from before a branch was made, of which nothing is stored

  /// Whether it is a record of its own.
  bool is_record() const noexcept { return embedded == 0 && !is_absent; }
};

/// What a table has of one branch or column in a segment. Threads: a value.
struct Part {
  std::uint64_t number = 0;  ///< of a branch, the largest value that counts; of a column, its elements
  std::vector<Piece> pieces = {};
};

/// Entries of a table that are kept or lost together: a cluster, or what lies between entries at which all branches
/// begin a basket. Threads: a value.
struct Segment {
  std::uint64_t entries = 0;
  std::uint64_t sequence = 0, ordinal = 0;  ///< of a cluster with a mark
  bool has_mark = false;
  bool is_saved = false;         ///< the table's own record leads to it
  std::vector<Part> parts = {};  ///< branches in the order of all_branches, or columns
  std::string damage = {};       ///< why it cannot be kept; empty if it can
  bool is_read = true;           ///< damage was seen; else it was not looked at, for what that would have taken

  /// The first byte that it has in the file.
  std::uint64_t position() const noexcept {
    std::uint64_t first = ~std::uint64_t{0};
    for (const Part& part : parts)
      for (const Piece& piece : part.pieces) first = piece.is_record() && piece.seek < first ? piece.seek : first;
    return first;
  }
};

/// Put segments in order of entries: `saved` as they are, and those found beside them where their marks say, if that
/// agrees with the order of the saved ones, or behind them.
std::vector<Segment> in_order(std::vector<Segment> saved, std::vector<Segment> found);

}  // namespace ramet::inline v1::recovery::internal
