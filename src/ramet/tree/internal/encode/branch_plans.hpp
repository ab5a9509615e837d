#pragma once

#include <vector>

#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// How to write more entries to an existing tree. Threads: a value.
struct StoredPlans {
  table::Schema schema;
  std::vector<BranchPlan> branches;  ///< one for each of all_branches
};

/// Plan how the branches of a stored tree are written. Throws Error(unsupported), naming the branch, for one that
/// cannot be.
StoredPlans plans_of(const Tree& tree);

}  // namespace ramet::inline v1::tree
