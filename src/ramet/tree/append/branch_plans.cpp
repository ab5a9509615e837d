#include "ramet/tree/append/branch_plans.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Kind;
using array::Type;

/// The fixed dimensions of a type, outermost first.
std::vector<std::uint64_t> shape_of(const Type& type) {
  std::vector<std::uint64_t> shape;
  for (const Type* at = &type; at->kind == Kind::regular; at = &at->contents.at(0)) shape.push_back(at->size);
  return shape;
}

bool is_whole_number(const NumberCoding& coding) noexcept {
  using array::NumberType;
  return coding.form == NumberCoding::Form::plain && coding.type != NumberType::boolean &&
         coding.type != NumberType::float32 && coding.type != NumberType::float64;
}

/// Plans one branch after the other.
class StoredPlanner {
 public:
  explicit StoredPlanner(const Tree& tree) : tree_(tree) {}

  StoredPlans plan() {
    plans_.schema.name = tree_.name;
    plans_.schema.title = tree_.title;
    for (const Branch& branch : tree_.branches)
      while_doing([&] { return fmt::format("branch '{}' cannot be continued", branch.name); },
                  [&] { plans_.branches.push_back(plan_of(branch)); });
    for (std::size_t number = 0; number < tree_.branches.size(); ++number)
      while_doing([&] { return fmt::format("branch '{}' cannot be continued", tree_.branches[number].name); },
                  [&] { connect(number); });
    for (std::size_t number = 0; number < tree_.branches.size(); ++number) finish_counter(number);
    return std::move(plans_);
  }

 private:
  BranchPlan plan_of(const Branch& branch) const {
    if (!branch.branches.empty()) fail(ErrorKind::unsupported, "it is split into others");
    if (!branch.file_name.empty()) fail(ErrorKind::unsupported, "its baskets are in the file '{}'", branch.file_name);
    const ColumnLayout& layout = branch.layout();
    if (layout.packing == Packing::unsupported) fail(ErrorKind::unsupported, "{}", layout.reason);
    BranchPlan plan;
    plan.name = branch.name;
    plan.title = branch.title;
    plan.leaf_class = branch.leaves.empty() ? "" : branch.leaves[0].class_name;
    if (!branch.element_class.empty()) plan.element = ElementPlan{.class_name = branch.element_class};
    plan.packing = layout.packing;
    plan.coding = layout.coding;
    require_writable(plan, layout);
    // ROOT looks for offsets in all baskets of a branch or in none (TBasket::ReadBasketBuffers); Geant4 writes them for
    // single numbers, too.
    if (plan.has_offsets() != (branch.entry_offset_length > 0))
      fail(ErrorKind::unsupported, "its baskets have {} offsets of their entries, those written here would have {}",
           branch.entry_offset_length > 0 ? "the" : "no", plan.has_offsets() ? "some" : "none");
    if (plan.packing == Packing::fixed) plan.shape = shape_of(layout.type);
    if (plan.packing == Packing::counted) plan.shape = shape_of(layout.type.contents.at(0));
    if (plan.packing == Packing::leaf_list) {
      plan.leaves = layout.leaves;
      plan.leaf_names = layout.type.names;
      for (const Type& leaf : layout.type.contents) plan.leaf_shapes.push_back(shape_of(leaf));
    }
    return plan;
  }

  static void require_writable(const BranchPlan& plan, const ColumnLayout& layout) {
    const bool has_right_head = layout.has_head == (plan.packing == Packing::standard_vector);
    switch (plan.packing) {
      case Packing::fixed:
      case Packing::leaf_list:
      case Packing::c_string:
        return;
      case Packing::counted:
        if (layout.skip == 0 && !layout.needs_counts()) return;
        break;
      case Packing::standard_string:
      case Packing::standard_vector:
        if (has_right_head) return;
        break;
      default:
        break;
    }
    fail(ErrorKind::unsupported, "values of type {} as it has them are read, but not written", layout.type_name);
  }

  /// The branch with the leaf of that name.
  std::size_t counter_of(std::string_view leaf) const {
    const auto found = std::ranges::find_if(tree_.branches, [&](const Branch& branch) {
      return branch.leaves.size() == 1 && branch.leaves[0].name == leaf;
    });
    if (found == tree_.branches.end()) fail(ErrorKind::unsupported, "it is counted by '{}', which is no branch", leaf);
    return static_cast<std::size_t>(found - tree_.branches.begin());
  }

  /// Find the counter of a branch, or the column of one that is none.
  void connect(std::size_t number) {
    const Branch& branch = tree_.branches[number];
    BranchPlan& plan = plans_.branches[number];
    if (plan.packing == Packing::counted) {
      const std::size_t counter = counter_of(branch.leaves.at(0).count_leaf);
      BranchPlan& counting = plans_.branches[counter];
      if (counting.packing != Packing::fixed || !counting.shape.empty() || !is_whole_number(counting.coding))
        fail(ErrorKind::unsupported, "it is counted by '{}', which is not one whole number", counting.name);
      counting.is_counter = true;
      counting.counted_columns.push_back(plans_.schema.columns.size());
      plan.counter = counter;
    }
    if (is_counting(branch)) return;  // its column is one of those that it counts
    ColumnSpec column{.name = branch.name, .type = branch.layout().type};
    column.form = !plan.element ? ListForm::counted : ListForm::standard_vector;
    if (plan.counter) column.counter = plans_.branches[*plan.counter].name;
    plan.column = plans_.schema.columns.size();
    plans_.schema.columns.push_back(std::move(column));
  }

  bool is_counting(const Branch& branch) const {
    if (branch.leaves.size() != 1) return false;
    return std::ranges::any_of(tree_.branches, [&](const Branch& other) {
      return std::ranges::any_of(other.leaves,
                                 [&](const Leaf& leaf) { return leaf.count_leaf == branch.leaves[0].name; });
    });
  }

  void finish_counter(std::size_t number) {
    BranchPlan& plan = plans_.branches[number];
    if (plan.is_counter) plan.column = plan.counted_columns.front();
  }

  const Tree& tree_;
  StoredPlans plans_;
};

}  // namespace

StoredPlans plans_of(const Tree& tree) { return StoredPlanner(tree).plan(); }

}  // namespace ramet::inline v1::tree
