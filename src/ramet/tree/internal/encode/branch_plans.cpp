#include "ramet/tree/internal/encode/branch_plans.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/tree/internal/encode/class_plans.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Kind;
using array::Type;

bool is_whole_number(const NumberCoding& coding) noexcept {
  using array::NumberType;
  return coding.form == NumberCoding::Form::plain && coding.type != NumberType::boolean &&
         coding.type != NumberType::float32 && coding.type != NumberType::float64;
}

/// Makes the plans of a stored tree's branches, one after the other.
class StoredPlanner {
 public:
  explicit StoredPlanner(const Tree& tree) : tree_(tree) {}

  StoredPlans plan() {
    plans_.schema.name = tree_.name;
    plans_.schema.title = tree_.title;
    for (const Branch& branch : tree_.branches) {
      top_.push_back(plans_.branches.size());
      detail::while_doing([&] { return fmt::format("branch '{}' cannot be continued", branch.name); },
                          [&] { add(branch); });
    }
    for (std::size_t number = 0; number < tree_.branches.size(); ++number)
      detail::while_doing([&] { return fmt::format("branch '{}' cannot be continued", tree_.branches[number].name); },
                          [&] { connect(number); });
    for (const std::size_t plan : top_) finish_counter(plans_.branches[plan]);
    return std::move(plans_);
  }

 private:
  /// Whether a branch has sub-branches, or objects other than vectors of numbers or strings.
  static bool is_of_class(const Branch& branch) {
    if (branch.is_group()) return true;
    return branch.layout().packing == Packing::streamed && branch.leaves.at(0).class_name == "TLeafElement";
  }

  void add(const Branch& branch) {
    if (is_of_class(branch)) return add_class_branch(branch, plans_.schema, plans_.branches);
    plans_.branches.push_back(plan_of(branch));
    if (is_counting(branch)) return;  // its column is one of those that it counts
    BranchPlan& plan = plans_.branches.back();
    table::Column column{.name = branch.name, .type = branch.layout().type};
    column.form = !plan.element ? table::ListForm::counted : table::ListForm::standard_vector;
    plan.column = plans_.schema.columns.size();
    plans_.schema.columns.push_back(std::move(column));
  }

  BranchPlan plan_of(const Branch& branch) const {
    const ColumnLayout& layout = branch.layout();
    if (layout.packing == Packing::unsupported) detail::fail(ErrorKind::unsupported, "{}", layout.reason);
    BranchPlan plan = named_plan(branch);
    plan.packing = layout.packing;
    plan.coding = layout.coding;
    require_writable(plan, layout);
    match_offsets(plan, branch);
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
    detail::fail(ErrorKind::unsupported, "writing values of type {} in the form of this branch is not supported",
                 layout.type_name);
  }

  /// The branch with the leaf of that name.
  std::size_t counter_of(std::string_view leaf) const {
    const auto found = std::ranges::find_if(tree_.branches, [&](const Branch& branch) {
      return branch.leaves.size() == 1 && branch.leaves[0].name == leaf;
    });
    if (found == tree_.branches.end())
      detail::fail(ErrorKind::unsupported, "it is counted by '{}', which is not a branch", leaf);
    return static_cast<std::size_t>(found - tree_.branches.begin());
  }

  /// Find the counter of a branch.
  void connect(std::size_t number) {
    BranchPlan& plan = plans_.branches[top_[number]];
    if (plan.packing != Packing::counted) return;
    plan.counter = top_[counter_of(tree_.branches[number].leaves.at(0).count_leaf)];
    BranchPlan& counting = plans_.branches[*plan.counter];
    if (counting.packing != Packing::fixed || !counting.shape.empty() || !is_whole_number(counting.coding))
      detail::fail(ErrorKind::unsupported, "it is counted by '{}', which is not a single integer", counting.name);
    counting.is_counter = true;
    counting.counted_columns.push_back(plan.column);
    plans_.schema.columns[plan.column].counter = counting.name;
  }

  bool is_counting(const Branch& branch) const {
    if (branch.leaves.size() != 1) return false;
    return std::ranges::any_of(tree_.branches, [&](const Branch& other) {
      return std::ranges::any_of(other.leaves,
                                 [&](const Leaf& leaf) { return leaf.count_leaf == branch.leaves[0].name; });
    });
  }

  static void finish_counter(BranchPlan& plan) {
    if (plan.is_counter) plan.column = plan.counted_columns.front();
  }

  const Tree& tree_;
  StoredPlans plans_;
  std::vector<std::size_t> top_;  // the plans of the branches at the top
};

}  // namespace

StoredPlans plans_of(const Tree& tree) { return StoredPlanner(tree).plan(); }

}  // namespace ramet::inline v1::tree
