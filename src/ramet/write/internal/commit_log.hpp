#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/table/detail/cluster_descriptor.hpp"

namespace ramet::inline v1::write::internal {

/// One encoded branch, or ntuple column, of a cluster. Threads: a value.
struct EncodedPart {
  std::vector<table::Piece> pieces;
  std::uint64_t number = 0;  ///< of a branch: the largest value, if it is a counter; of an ntuple column: elements
};

/// The clusters that contexts have written, in order of arrival, until they are collected. Threads: any; a push is one
/// exchange of a pointer, without a lock.
class CommitLog {
 public:
  CommitLog() = default;
  ~CommitLog();
  CommitLog(const CommitLog&) = delete;
  CommitLog& operator=(const CommitLog&) = delete;

  /// Throws std::bad_alloc; the cluster is then unchanged.
  void push(table::ClusterDescriptor&& cluster);

  /// Take all clusters that were pushed since the last call, the earliest first.
  std::vector<table::ClusterDescriptor> collect();
  /// The same, appended to `to`. Throws std::bad_alloc, after which all are still in the log.
  void collect(std::vector<table::ClusterDescriptor>& to);

 private:
  struct Node;
  std::atomic<Node*> newest_ = nullptr;
};

}  // namespace ramet::inline v1::write::internal
