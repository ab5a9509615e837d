#include "ramet/tree/column_layout.hpp"

#include "ramet/tree/basket.hpp"
#include "ramet/tree/internal/layout/leaf_layout.hpp"
#include "ramet/tree/internal/layout/member_layout.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {
namespace {

/// Whether a branch only groups its sub-branches and has no entries: an object, but not the counter of a collection.
bool groups_others(const Branch& branch) noexcept {
  if (branch.leaves.empty()) return true;
  return !branch.branches.empty() && !branch.is_collection() && basket_count(branch) == 0;
}

}  // namespace

std::size_t ColumnLayout::row_size() const noexcept {
  if (packing != Packing::leaf_list) return coding.stored_size() * values_per_row;
  std::size_t size = 0;
  for (const LeafLayout& leaf : leaves) size += leaf.coding.stored_size() * leaf.values;
  return size;
}

ColumnLayout layout_of(const Branch& branch) {
  if (groups_others(branch)) {
    ColumnLayout layout;
    layout.packing = Packing::nothing;
    if (branch.branches.empty()) layout.reason = "it is a base without members and has no values";
    layout.type_name = branch.element_class;
    return layout;
  }
  if (branch.leaves.size() == 1 && branch.leaves.front().class_name == "TLeafElement") return member_layout(branch);
  return leaf_layout(branch);
}

}  // namespace ramet::inline v1::tree
