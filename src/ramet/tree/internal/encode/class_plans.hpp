#pragma once

#include <cstdint>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// Add the column of a top-level branch of a class, or of a container of a class, and the plans of this branch and all
/// below it, in the order of all_branches. The column has the type that read_objects returns: records, or lists of
/// records, in which members of bases are members of the object. Members of TObject itself are left out, and written as
/// for an object that nothing refers to. Throws Error(unsupported), naming the branch, for a branch that cannot be
/// written.
void add_class_branch(const Branch& branch, table::Schema& schema, std::vector<BranchPlan>& plans);

/// A plan with the fields that every kind of branch has. Throws Error(unsupported) when the branch's baskets are in
/// another file.
BranchPlan named_plan(const Branch& branch);

/// Write entry offsets if the existing baskets have them: ROOT expects them in all baskets of a branch or in none
/// (TBasket::ReadBasketBuffers). Throws Error(unsupported) when the plan needs offsets and the branch has none.
void match_offsets(BranchPlan& plan, const Branch& branch);

/// The fixed dimensions of a type, outermost first.
std::vector<std::uint64_t> shape_of(const array::Type& type);

}  // namespace ramet::inline v1::tree
