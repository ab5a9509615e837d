#pragma once

#include <vector>

#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// What writes more entries of a tree that is there. Threads: a value.
struct StoredPlans {
  table::Schema schema;
  std::vector<BranchPlan> branches;  ///< one for each of all_branches
};

/// Say how the branches of a tree are written, from what its record says of them. Throws Error(unsupported), naming the
/// branch, for one that cannot be.
StoredPlans plans_of(const Tree& tree);

}  // namespace ramet::inline v1::tree
