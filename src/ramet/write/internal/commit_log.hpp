#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::write::internal {

/// Where a cluster's entries belong in the tree: by the sequence number its context was given, then in the order in
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

/// What was encoded of one branch, or of one column of an ntuple. Threads: a value.
struct EncodedPart {
  std::vector<Piece> pieces;
  std::uint64_t number = 0;  ///< the largest value of a branch that counts; elements of an ntuple's column
};

/// A cluster that is in the file, or space that was taken for one and could not be filled. Threads: a value.
struct ClusterDescriptor {
  ClusterPlace place;
  std::uint64_t entries = 0;  ///< 0: the extent was given up
  io::Extent extent;
  std::vector<Piece> pieces;                  ///< part after part
  std::vector<std::uint32_t> pieces_of_part;  ///< how many each has
  std::vector<std::uint64_t> part_numbers;    ///< EncodedPart::number of each
};

/// What it takes to hold it.
inline std::uint64_t memory_of(const ClusterDescriptor& cluster) noexcept {
  return sizeof cluster + cluster.pieces.size() * sizeof(Piece) +
         cluster.pieces_of_part.size() * sizeof(std::uint32_t) + cluster.part_numbers.size() * sizeof(std::uint64_t);
}

/// The clusters that contexts have written, in order of arrival, until somebody collects them.
/// Threads: any; a commit is one exchange of a pointer, nobody waits.
class CommitLog {
 public:
  CommitLog() = default;
  ~CommitLog();
  CommitLog(const CommitLog&) = delete;
  CommitLog& operator=(const CommitLog&) = delete;

  /// Throws std::bad_alloc; the cluster is as it was then.
  void push(ClusterDescriptor&& cluster);

  /// Take all that were pushed since the last call, the earliest first.
  std::vector<ClusterDescriptor> collect();
  /// The same, behind what is there. Throws std::bad_alloc; nothing is taken then.
  void collect(std::vector<ClusterDescriptor>& to);

 private:
  struct Node;
  std::atomic<Node*> newest_ = nullptr;
};

}  // namespace ramet::inline v1::write::internal
