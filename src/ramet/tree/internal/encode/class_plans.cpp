#include "ramet/tree/internal/encode/class_plans.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/column_writer.hpp"
#include "ramet/schema/detail/unique_name.hpp"
#include "ramet/tree/internal/layout/member_layout.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Kind;
using array::Type;

// Limit on records nested in records; no class is split this deep.
constexpr std::size_t deepest_record = 100;

/// The stored TObject::fUniqueID and fBits of an object on the heap that nothing refers to.
std::vector<std::byte> stored_tobject(const Branch& branch) {
  std::vector<std::byte> bytes(4);
  if (branch.layout().packing == Packing::object_bits) bytes[0] = std::byte{0x03};  // kNotDeleted, kIsOnHeap
  return bytes;
}

bool is_of_numbers(const Type& type) {
  const Type* innermost = &type;
  while (innermost->kind == Kind::regular) innermost = &innermost->contents.at(0);
  return innermost->kind == Kind::number;
}

/// Adds the plans of one column. Threads: one thread.
class ClassColumn {
 public:
  ClassColumn(const Branch& top, table::Schema& schema, std::vector<BranchPlan>& plans)
      : top_(top), schema_(schema), column_(schema.columns.size()), plans_(plans) {}

  void add() {
    std::string name = top_.name;
    if (top_.is_group() && name.ends_with('.')) name.pop_back();  // the dot is only a prefix for the names of members
    const Type record = Type::record_of({}, {});
    const Type& type = !top_.is_group() ? top_.layout().type : top_.is_collection() ? Type::list_of(record) : record;
    schema_.columns.push_back({.name = std::move(name), .type = type});
    if (!top_.is_group())
      add_value(top_, std::nullopt, {}, type);
    else if (top_.is_collection())
      add_collection(top_, std::nullopt, {});
    else
      add_object(top_, std::nullopt, {}, top_.name);
  }

 private:
  /// Where values are in the column. Threads: a value.
  struct Place {
    std::vector<std::uint32_t> path = {};       // from the column to the value, or to the list of items
    std::vector<std::uint32_t> item_path = {};  // from the items to the value
    std::optional<std::size_t> counter = {};    // the branch that counts the items
  };

  Type& type_at(const Place& place) {
    Type* type = &schema_.columns[column_].type;
    for (const std::uint32_t content : place.path) type = &type->contents.at(content);
    if (!place.counter) return *type;
    type = &type->contents.at(0);
    for (const std::uint32_t content : place.item_path) type = &type->contents.at(content);
    return *type;
  }

  static Place inside(Place place, std::size_t content) {
    auto& path = place.counter ? place.item_path : place.path;
    if (path.size() > deepest_record)
      detail::fail(ErrorKind::unsupported, "members nested deeper than {}", deepest_record);
    path.push_back(static_cast<std::uint32_t>(content));
    return place;
  }

  Place add_member(const Place& to, std::string name, Type type) {
    Type& record = type_at(to);
    record.names.push_back(schema::unique_name(record.names, std::move(name)));
    record.contents.push_back(std::move(type));
    return inside(to, record.names.size() - 1);
  }

  /// The place of a path like "position.x", in records inside records.
  Place add_at(Place to, std::string_view path, Type type) {
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos && dot != 0; dot = path.find('.')) {
      const std::string_view first = path.substr(0, dot);
      const Type& record = type_at(to);
      const auto found = std::ranges::find(record.names, first);
      if (found == record.names.end())
        to = add_member(to, std::string(first), Type::record_of({}, {}));
      else
        to = inside(to, static_cast<std::size_t>(found - record.names.begin()));
      if (type_at(to).kind != Kind::record)
        detail::fail(ErrorKind::unsupported, "a member of '{}', which is not an object", first);
      path.remove_prefix(dot + 1);
    }
    return add_member(to, std::string(path), std::move(type));
  }

  std::size_t add_plan(BranchPlan plan, std::optional<std::size_t> parent, const Place& place) {
    plan.parent = parent;
    plan.column = column_;
    plan.path = place.path;
    plan.item_path = place.item_path;
    plan.counter = place.counter;
    plans_.push_back(std::move(plan));
    return plans_.size() - 1;
  }

  /// A branch that only groups those below it.
  std::size_t add_group(const Branch& branch, std::optional<std::size_t> parent) {
    BranchPlan plan = named_plan(branch);
    plan.packing = Packing::nothing;
    return add_plan(std::move(plan), parent, {});
  }

  void add_object(const Branch& object, std::optional<std::size_t> parent, const Place& place, std::string_view above) {
    if (!object.leaves.empty() && object.layout().packing != Packing::nothing)
      detail::fail(ErrorKind::unsupported, "it has entries besides its members");
    const std::size_t number = add_group(object, parent);
    for (const Branch& member : object.branches)
      detail::while_doing([&] { return fmt::format("branch '{}'", member.name); },
                          [&] {
                            const bool is_below = member.name.starts_with(object.name);
                            add_member_branch(member, number, place, above,
                                              is_below ? std::string_view(object.name) : above);
                          });
  }

  void add_member_branch(const Branch& member, std::size_t parent, const Place& place, std::string_view above,
                         std::string_view prefix) {
    const std::string name(own_name(member, prefix));
    if (member.is_group() && member.is_collection())
      return add_collection(member, parent, add_member(place, name, Type::list_of(Type::record_of({}, {}))));
    if (member.is_group() && is_base(member)) return add_object(member, parent, place, above);
    if (member.is_group())
      return add_object(member, parent, add_member(place, name, Type::record_of({}, {})), member.name);
    const ColumnLayout& layout = member.layout();
    if (layout.packing == Packing::nothing) {  // a base without members
      add_group(member, parent);
    } else if (member.element_class == "TObject") {
      add_tobject(member, parent, place);
    } else if (layout.type.kind == Kind::record && is_base(member)) {
      detail::fail(ErrorKind::unsupported, "a base that is not split");
    } else {
      add_value(member, parent, add_at(place, name, layout.type), layout.type);
    }
  }

  void add_collection(const Branch& collection, std::optional<std::size_t> parent, const Place& place) {
    BranchPlan plan = named_plan(collection);
    plan.packing = Packing::fixed;
    plan.coding = NumberCoding::plain(array::NumberType::int32);
    plan.is_counter = true;
    plan.counted_columns = {column_};
    match_offsets(plan, collection);
    const std::size_t number = add_plan(std::move(plan), parent, place);
    const Place items{.path = place.path, .item_path = {}, .counter = number};
    for (const Branch& member : collection.branches)
      detail::while_doing([&] { return fmt::format("branch '{}'", member.name); },
                          [&] { add_item_member(member, number, items, collection.name); });
  }

  void add_item_member(const Branch& member, std::size_t parent, const Place& items, std::string_view above) {
    if (member.is_group()) detail::fail(ErrorKind::unsupported, "a group among a collection's members");
    const ColumnLayout& layout = member.layout();
    if (layout.packing == Packing::nothing) {
      add_group(member, parent);
      return;
    }
    if (!layout.is_readable()) detail::fail(ErrorKind::unsupported, "{}", layout.reason);
    if (member.element_class == "TObject") return add_tobject(member, parent, items);
    if (layout.type.kind != Kind::list)
      detail::fail(ErrorKind::unsupported, "a member of a collection that is not a list");
    const Type type = layout.type.contents.at(0);
    add_value(member, parent, add_at(items, own_name(member, above), type), type);
  }

  void add_tobject(const Branch& member, std::size_t parent, const Place& place) {
    BranchPlan plan = named_plan(member);
    plan.coding = NumberCoding::plain(array::NumberType::uint32);
    plan.packing = place.counter ? Packing::counted : Packing::fixed;
    plan.constant = stored_tobject(member);
    match_offsets(plan, member);
    add_plan(std::move(plan), parent, place);
  }

  /// A branch with values of a type, one in an entry or in each item.
  void add_value(const Branch& branch, std::optional<std::size_t> parent, const Place& place, const Type& type) {
    const ColumnLayout& layout = branch.layout();
    if (!layout.is_readable()) detail::fail(ErrorKind::unsupported, "{}", layout.reason);
    BranchPlan plan = named_plan(branch);
    const Packing of_numbers = place.counter ? Packing::counted : Packing::fixed;
    const bool is_plain = layout.packing == of_numbers && layout.skip == 0 && !layout.needs_counts();
    if (is_plain && is_of_numbers(type)) {
      plan.packing = of_numbers;
      plan.coding = layout.coding;
      plan.shape = shape_of(type);
    } else {
      plan.packing = Packing::streamed;
      plan.writer = writer_of(branch, type);
    }
    match_offsets(plan, branch);
    add_plan(std::move(plan), parent, place);
  }

  static std::shared_ptr<const object::ColumnWriter> writer_of(const Branch& branch, const Type& type) {
    try {
      return std::make_shared<const object::ColumnWriter>(stored_type_of(branch), type);
    } catch (const Error& error) {
      detail::fail(ErrorKind::unsupported, "writing values of type {} in the form of this branch is not supported: {}",
                   branch.layout().type_name, error.what());
    }
  }

  const Branch& top_;
  table::Schema& schema_;
  std::size_t column_;
  std::vector<BranchPlan>& plans_;
};

}  // namespace

void add_class_branch(const Branch& branch, table::Schema& schema, std::vector<BranchPlan>& plans) {
  ClassColumn(branch, schema, plans).add();
}

BranchPlan named_plan(const Branch& branch) {
  if (!branch.file_name.empty())
    detail::fail(ErrorKind::unsupported, "its baskets are in the file '{}'", branch.file_name);
  BranchPlan plan;
  plan.name = branch.name;
  plan.title = branch.title;
  plan.leaf_class = branch.leaves.empty() ? "" : branch.leaves[0].class_name;
  if (!branch.element_class.empty()) plan.element = ElementPlan{.class_name = branch.element_class};
  return plan;
}

void match_offsets(BranchPlan& plan, const Branch& branch) {
  const bool wanted = branch.entry_offset_length > 0;
  if (plan.has_offsets() && !wanted)
    detail::fail(ErrorKind::unsupported, "its baskets have no entry offsets, but new ones would have them");
  plan.always_offsets = wanted;
}

std::vector<std::uint64_t> shape_of(const Type& type) {
  std::vector<std::uint64_t> shape;
  for (const Type* at = &type; at->kind == Kind::regular; at = &at->contents.at(0)) shape.push_back(at->size);
  return shape;
}

}  // namespace ramet::inline v1::tree
