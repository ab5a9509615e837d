#pragma once

#include <string>
#include <vector>

#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Writes tables whose parts are stored alike: run after run is moved, packed anew or gathered, and the record of one
/// part gets all baskets or pages. Threads: one thread.
class TableJoin {
 public:
  TableJoin(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output)
      : inputs_(inputs), executor_(executor), options_(options), output_(output) {}

  /// Write a table that has parts and is not rewritten. Returns the classes of objects in the record of a tree that
  /// cannot be copied; the tree then lacks them. Throws BadInput, Error(unsupported) as TreeMove, NTupleMove,
  /// NTupleGather and tree::amend_tree, Error(io), Error(cancelled).
  std::vector<std::string> run(const PlannedTable& table);

 private:
  std::vector<std::string> join_trees(const PlannedTable& table);
  void join_ntuples(const PlannedTable& table);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
};

}  // namespace ramet::inline v1::merge::internal
