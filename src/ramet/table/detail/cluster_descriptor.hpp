#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "ramet/io/extent.hpp"

// What writers, updates, recovery and mergers know of clusters that are in a file, be they a tree's or an ntuple's.

namespace ramet::inline v1::table {

/// Where a cluster's entries belong in the table: by the sequence number its context was given, then in the order in
/// which the context wrote them. Threads: a value.
struct ClusterPlace {
  std::uint64_t sequence = 0;
  std::uint64_t ordinal = 0;

  auto operator<=>(const ClusterPlace&) const = default;
};

/// A basket or a page: among encoded bytes, then in the file. Threads: a value.
struct Piece {
  std::uint32_t elements = 0;     ///< entries of a basket, elements of a page
  std::uint32_t stored_size = 0;  ///< with the basket's key, without the page's checksum
  std::uint32_t plain_size = 0;   ///< of the same, uncompressed
  std::uint64_t offset = 0;
};

/// A cluster that is in the file, or space that was taken for one and could not be filled. Threads: a value.
struct ClusterDescriptor {
  ClusterPlace place;
  std::uint64_t entries = 0;  ///< 0: the extent was given up
  io::Extent extent;
  std::vector<Piece> pieces;                  ///< part after part
  std::vector<std::uint32_t> pieces_of_part;  ///< how many each has
  std::vector<std::uint64_t>
      part_numbers;  ///< of each: the largest value of a branch that counts, or a column's elements
};

/// What it takes to hold it.
inline std::uint64_t memory_of(const ClusterDescriptor& cluster) noexcept {
  return sizeof cluster + cluster.pieces.size() * sizeof(Piece) +
         cluster.pieces_of_part.size() * sizeof(std::uint32_t) + cluster.part_numbers.size() * sizeof(std::uint64_t);
}

}  // namespace ramet::inline v1::table
