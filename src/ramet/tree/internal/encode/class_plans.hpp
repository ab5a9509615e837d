#pragma once

#include <cstdint>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// Add the column of a branch at the top that was made for a class, or a container of such, and the plans of it and of
/// all below it, in the order of all_branches. The column is what read_objects makes of them: records, in which members
/// of bases are the object's own, and lists of such; what TObject has itself is left out of it, and written as ROOT has
/// it for an object that nobody refers to. Throws Error(unsupported), naming the branch below, for one that cannot be
/// written.
void add_class_branch(const Branch& branch, table::Schema& schema, std::vector<BranchPlan>& plans);

/// What a plan has of its branch, whatever is in it. Throws Error(unsupported) when its baskets are in another file.
BranchPlan named_plan(const Branch& branch);

/// Have baskets of the plan with offsets of their entries if those of the branch have them: ROOT looks for them in all
/// or in none (TBasket::ReadBasketBuffers). Throws Error(unsupported) when the plan needs them and the branch has none.
void match_offsets(BranchPlan& plan, const Branch& branch);

/// The fixed dimensions of a type, outermost first.
std::vector<std::uint64_t> shape_of(const array::Type& type);

}  // namespace ramet::inline v1::tree
