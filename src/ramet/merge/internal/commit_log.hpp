#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/io/extent_allocator.hpp"
#include "ramet/tree/encode/basket_encoder.hpp"

namespace ramet::inline v1::merge::internal {

/// Where a cluster's entries belong in the tree: by the sequence number its context was given, then in the order in
/// which the context wrote them. Threads: a value.
struct ClusterPlace {
  std::uint64_t sequence = 0;
  std::uint64_t ordinal = 0;

  auto operator<=>(const ClusterPlace&) const = default;
};

/// A cluster that is in the file, or space that was taken for one and could not be filled. Threads: a value.
struct ClusterDescriptor {
  ClusterPlace place;
  std::uint64_t entries = 0;  ///< 0: the extent was given up
  io::Extent extent;
  std::vector<tree::EncodedBasket> baskets;      ///< branch after branch
  std::vector<std::uint32_t> baskets_of_branch;  ///< how many each branch has
  std::vector<tree::BranchMaximum> maxima;       ///< one per branch
};

/// The clusters that contexts have written, in order of arrival, until somebody collects them.
/// Threads: any; a commit is one exchange of a pointer, nobody waits.
class CommitLog {
 public:
  CommitLog() = default;
  ~CommitLog();
  CommitLog(const CommitLog&) = delete;
  CommitLog& operator=(const CommitLog&) = delete;

  void push(ClusterDescriptor cluster);

  /// Take all that were pushed since the last call, the earliest first.
  std::vector<ClusterDescriptor> collect();

 private:
  struct Node;
  std::atomic<Node*> newest_ = nullptr;
};

}  // namespace ramet::inline v1::merge::internal
