#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/table/detail/cluster_descriptor.hpp"

namespace ramet::inline v1::write::internal {

/// What was encoded of one branch, or of one column of an ntuple. Threads: a value.
struct EncodedPart {
  std::vector<table::Piece> pieces;
  std::uint64_t number = 0;  ///< the largest value of a branch that counts; elements of an ntuple's column
};

/// The clusters that contexts have written, in order of arrival, until somebody collects them.
/// Threads: any; a commit is one exchange of a pointer, nobody waits.
class CommitLog {
 public:
  CommitLog() = default;
  ~CommitLog();
  CommitLog(const CommitLog&) = delete;
  CommitLog& operator=(const CommitLog&) = delete;

  /// Throws std::bad_alloc; the cluster is as it was then.
  void push(table::ClusterDescriptor&& cluster);

  /// Take all that were pushed since the last call, the earliest first.
  std::vector<table::ClusterDescriptor> collect();
  /// The same, behind what is there. Throws std::bad_alloc; nothing is taken then.
  void collect(std::vector<table::ClusterDescriptor>& to);

 private:
  struct Node;
  std::atomic<Node*> newest_ = nullptr;
};

}  // namespace ramet::inline v1::write::internal
