#include "ramet/tree/detail/class_planner.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/detail/column_writer.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Type;
using object::ColumnWriter;
using object::Place;
using object::StoredType;
using schema::Container;
using schema::MemberType;
using schema::StreamerElement;
using schema::StreamerInfo;
using schema::TypeName;
namespace code = schema::type_code;

// TBranchElement::fType
constexpr std::int32_t type_by_streamer = -1, type_base = 1, type_object = 2, type_collection = 4,
                       type_item_member = 41;
// TBranchElement::fID of whole objects, and of those that are split
constexpr std::int32_t id_whole = -1, id_split = -2;
constexpr std::uint32_t tobject_checksum = 0x901bc02d;
constexpr std::int16_t collection_version = 6;  // ROOT's TClass::GetClassVersion of collections

/// Whether ROOT streams objects of the class by a function of its own (LinkDef.h: "TLorentzVector-"): it does not split
/// them, and their branches have them with a head.
bool streams_itself(std::string_view class_name) noexcept {
  constexpr std::array<std::string_view, 3> names = {"TLorentzVector", "TVector2", "TVector3"};
  return std::ranges::find(names, class_name) != names.end();
}

/// A type as a tree stores it: a std::optional becomes a vector.
TypeName as_stored(TypeName type) {
  if (type.pointers == 0 && (type.name == "optional" || type.name == "unique_ptr") && type.arguments.size() == 1)
    type.name = "vector";
  if (type.name == "variant") detail::fail(ErrorKind::misuse, "'{}' can be stored in ntuples only", type.spelling());
  for (TypeName& argument : type.arguments) argument = as_stored(std::move(argument));
  return type;
}

std::string as_stored(const std::string& text) {
  const MemberType member = schema::parse_member_type(text);
  std::string stored = member.is_enum ? "enum " : "";
  stored += as_stored(member.type).spelling();
  for (const std::int32_t size : member.dimensions) stored += fmt::format("[{}]", size);
  return stored;
}

std::string dimensions_of(const StreamerElement& element) {
  std::string text;
  for (std::int32_t i = 0; i < element.array_dimensions; ++i)
    text += fmt::format("[{}]", element.dimensions[static_cast<std::size_t>(i)]);
  return text;
}

bool is_unsigned(std::int32_t type) noexcept {
  const auto number = schema::fundamental_of_code(type % code::fixed_array);
  using enum schema::Fundamental;
  return number == uint8 || number == uint16 || number == uint32 || number == uint64;
}

bool is_base(const StreamerElement& element) noexcept { return element.element_class == "TStreamerBase"; }

/// The class whose members the items of a collection are split into; empty when they are not split.
std::string item_class(const TypeName& collection) {
  switch (collection.container()) {
    case Container::none:
    case Container::bitset:
    case Container::array:
      return {};
    case Container::map:
    case Container::multimap:
    case Container::unordered_map:
    case Container::unordered_multimap: {
      const TypeName pair{.name = "pair", .arguments = {collection.arguments[0], collection.arguments[1]}};
      return pair.stored_spelling();
    }
    default:
      break;
  }
  const TypeName& item = collection.arguments[0];
  const bool is_class = item.container() == Container::none && !item.fundamental() && !item.is_string();
  return is_class ? item.stored_spelling() : std::string{};
}

}  // namespace

struct ClassPlanner::Layouts {
  schema::StreamerInfos infos;

  object::Layouts layouts() const noexcept { return {.file = &infos, .catalogue = nullptr}; }
  const StreamerInfo& of(std::string_view name) const {
    const StreamerInfo* info = infos.find_latest(name);
    if (info == nullptr) detail::fail(ErrorKind::misuse, "class '{}' is not described", name);
    return *info;
  }
};

namespace {

/// Adds the branches of one column. Threads: one thread.
class ColumnPlanner {
 public:
  ColumnPlanner(const table::Schema& schema, std::size_t column, const schema::StreamerInfos& infos,
                std::vector<BranchPlan>& branches)
      : spec_(schema.columns[column]), column_(column), infos_(infos), branches_(branches) {}

  void add() {
    const MemberType type = schema::parse_member_type(as_stored(spec_.type_name));
    if (!type.dimensions.empty())
      detail::fail(ErrorKind::misuse, "arrays of '{}' are stored as vectors only", type.type.spelling());
    if (type.type.container() != Container::none) return add_collection(type.type);
    add_object(type.type.stored_spelling());
  }

 private:
  /// Where members of a class are stored. Threads: a value.
  struct Members {
    const StreamerInfo* of_class = nullptr;
    std::string parent_class;                 // fParentName
    std::optional<std::size_t> parent = {};   // the branch that they are sub-branches of
    std::string prefix;                       // of their names, "event."
    std::vector<std::uint32_t> path;          // from the column to their record, or to the list of records
    std::vector<std::uint32_t> item_path;     // from the list's items to their record
    std::optional<std::size_t> counter = {};  // the branch that counts them
    int split_level = 0;
    bool is_top = false;       // members of a column's own class
    bool names_bases = false;  // members of bases are called after these, too: "event.Base.x"
  };

  object::Layouts layouts() const noexcept { return {.file = &infos_, .catalogue = nullptr}; }

  const StreamerInfo& class_named(std::string_view name) const {
    const StreamerInfo* info = infos_.find_latest(name);
    if (info == nullptr) detail::fail(ErrorKind::misuse, "class '{}' is not described", name);
    return *info;
  }

  /// The class if its objects are split into branches, else null; a std::array is not, nor what streams itself.
  const StreamerInfo* splittable(std::string_view name) const {
    if (name.empty() || name.starts_with("array<") || streams_itself(name)) return nullptr;
    return infos_.find_latest(name);
  }

  const Type& type_at(const std::vector<std::uint32_t>& path, const std::vector<std::uint32_t>* items = nullptr) const {
    const Type* type = &spec_.type;
    for (const std::uint32_t content : path) type = &type->contents.at(content);
    if (items == nullptr) return *type;
    type = &type->contents.at(0);
    for (const std::uint32_t content : *items) type = &type->contents.at(content);
    return *type;
  }

  void add_collection(const TypeName& type) {
    const std::string class_name = type.stored_spelling();
    BranchPlan branch;
    branch.name = branch.title = spec_.name;
    branch.element = ElementPlan{.class_name = class_name,
                                 .checksum = name_checksum(class_name),
                                 .version = collection_version,
                                 .id = id_whole,
                                 .split_level = spec_.split_level,
                                 .leaf = ElementLeaf{.name = spec_.name, .title = spec_.name}};
    const StreamerInfo* items = spec_.split_level > 0 ? splittable(item_class(type)) : nullptr;
    if (items == nullptr)
      return add_streamed(std::move(branch), StoredType::compile(layouts(), class_name, Place::member));
    add_split_collection(std::move(branch), *items, {}, spec_.split_level);
  }

  void add_object(const std::string& class_name) {
    const StreamerInfo& info = class_named(class_name);
    BranchPlan branch;
    branch.name = spec_.name;
    const bool is_split = spec_.split_level > 0 && splittable(class_name) != nullptr;
    const bool is_bare = spec_.object_form == table::ObjectForm::bare_members && !branch.name.ends_with('.');
    if (is_split && !is_bare && !branch.name.ends_with('.')) branch.name += '.';  // that members' names begin with
    branch.title = branch.name;
    branch.element = ElementPlan{.class_name = class_name,
                                 .checksum = info.checksum,
                                 .version = static_cast<std::int16_t>(info.version),
                                 .id = is_split ? id_split : id_whole,
                                 .split_level = spec_.split_level};
    branch.element->leaf = ElementLeaf{.name = branch.name, .title = branch.name};
    if (streams_itself(class_name)) {
      branch.element->type = type_by_streamer;
      branch.element->has_class_name = spec_.object_form == table::ObjectForm::with_class;
      if (branch.element->has_class_name) {  // the leaf of a TBranchObject
        branch.element->leaf->title = class_name;
        branch.element->leaf->value_size = 4;
      }
      return add_streamed(std::move(branch), StoredType::compile(layouts(), class_name, Place::whole));
    }
    if (!is_split)
      return add_streamed(std::move(branch),
                          StoredType::without_head(layouts(), class_name, info.version, info.checksum));
    branch.packing = Packing::nothing;
    Members members{.of_class = &info,
                    .parent_class = class_name,
                    .prefix = is_bare ? std::string() : branch.name,
                    .path = {},
                    .item_path = {},
                    .split_level = spec_.split_level - 1,
                    .is_top = true,
                    .names_bases = !is_bare};
    members.parent = add_branch(std::move(branch));
    add_members(members);
  }

  /// Add a branch that counts the items of a collection, and the branches of their members.
  void add_split_collection(BranchPlan branch, const StreamerInfo& items, std::vector<std::uint32_t> path,
                            int split_level) {
    const std::string name = branch.name;
    branch.title = name + "_";
    branch.packing = Packing::fixed;
    branch.coding = NumberCoding::plain(array::NumberType::int32);
    branch.is_counter = true;
    branch.counted_columns = {column_};
    branch.path = path;
    branch.element->type = type_collection;
    branch.element->clones_name = items.class_name;
    branch.element->leaf =
        ElementLeaf{.name = branch.title, .title = branch.title, .is_range = branch.parent.has_value()};
    Members members{.of_class = &items,
                    .parent_class = items.class_name,
                    .prefix = name + ".",
                    .path = std::move(path),
                    .item_path = {},
                    .split_level = split_level - 1};
    members.parent = members.counter = add_branch(std::move(branch));
    add_members(members);
  }

  void add_members(const Members& to) {
    std::uint32_t place = 0;
    add_members(to, place);
  }

  /// `place` is the position of the next member in the record, in which members of bases come first.
  void add_members(const Members& to, std::uint32_t& place) {
    for (std::size_t id = 0; id < to.of_class->elements.size(); ++id) {
      const StreamerElement& element = to.of_class->elements[id];
      detail::while_doing([&] { return fmt::format("{}.{}", to.of_class->class_name, element.name); },
                          [&] {
                            if (is_base(element))
                              add_base(to, id, place);
                            else
                              add_member(to, id, place++);
                          });
    }
  }

  void add_base(const Members& to, std::size_t id, std::uint32_t& place) {
    const StreamerElement& element = to.of_class->elements[id];
    const bool is_tobject = element.name == schema::tobject_name;
    Members members = to;
    if (!is_tobject) members.of_class = &class_named(element.name);
    members.is_top = false;
    members.split_level = to.split_level - 1;
    if (!to.counter) {
      BranchPlan branch = element_branch(to, id);
      branch.element->type = type_base;
      branch.element->split_level = to.split_level;
      branch.element->leaf.reset();
      branch.packing = Packing::nothing;
      if (!to.prefix.empty()) members.parent_class = element.name;
      if (to.names_bases) members.prefix = branch.name + ".";
      members.parent = add_branch(std::move(branch));
    }
    if (is_tobject) return add_tobject(members);
    add_members(members, place);
  }

  /// The members of TObject, which are the same for all objects.
  void add_tobject(const Members& to) {
    constexpr std::array names = {"fUniqueID", "fBits"};
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(names.size()); ++id) {
      const bool is_bits = id == 1;
      BranchPlan branch;
      branch.parent = to.parent;
      const std::string member = names.at(static_cast<std::size_t>(id));
      branch.name = to.prefix + member;
      branch.title = to.counter ? fmt::format("{}[{}]", member, branches_[*to.counter].title) : branch.name;
      branch.element = ElementPlan{.class_name = std::string(schema::tobject_name),
                                   .parent_name = to.parent_class,
                                   .checksum = tobject_checksum,
                                   .version = 1,
                                   .id = id,
                                   .type = to.counter ? type_item_member : 0,
                                   .streamer_type = is_bits ? code::bits : code::unsigned_int};
      branch.element->leaf = ElementLeaf{
          .name = branch.name, .title = branch.title, .value_size = is_bits ? 0 : 4, .is_unsigned = !is_bits};
      branch.path = to.path;
      branch.counter = to.counter;
      branch.packing = to.counter ? Packing::counted : Packing::fixed;
      branch.coding = NumberCoding::plain(array::NumberType::uint32);
      branch.always_offsets = is_bits;
      branch.constant.resize(sizeof(std::uint32_t));
      add_branch(std::move(branch));
    }
  }

  void add_member(const Members& to, std::size_t id, std::uint32_t place) {
    const StreamerElement& element = to.of_class->elements[id];
    Members inside = to;
    (to.counter ? inside.item_path : inside.path).push_back(place);
    const bool is_split = to.split_level > 0 && element.array_dimensions == 0;
    if (is_split && (element.element_class == "TStreamerObjectAny" || element.type == code::object))
      if (const StreamerInfo* info = splittable(element.type_name)) return add_object_member(to, id, *info, inside);
    BranchPlan branch = element_branch(to, id);
    branch.path = inside.path;
    branch.item_path = inside.item_path;
    branch.counter = to.counter;
    if (is_split && !to.counter && element.element_class == "TStreamerSTL")
      if (const StreamerInfo* items = splittable(item_class(TypeName::parse(element.type_name)))) {
        branch.element->split_level = to.split_level;
        return add_split_collection(std::move(branch), *items, inside.path, to.split_level);
      }
    if (add_numbers(branch, element, to.counter ? type_at(inside.path, &inside.item_path) : type_at(inside.path)))
      return;
    add_streamed(std::move(branch), StoredType::of_member(layouts(), *to.of_class, id));
  }

  /// An object in a column's own class gets a branch with its members below; members of other objects become siblings.
  void add_object_member(const Members& to, std::size_t id, const StreamerInfo& info, Members& members) {
    members.of_class = &info;
    members.is_top = members.names_bases = false;
    members.split_level = to.split_level - 1;
    members.prefix = to.prefix + to.of_class->elements[id].name + ".";
    if (to.is_top) {
      BranchPlan branch = element_branch(to, id);
      branch.element->type = type_object;
      branch.element->split_level = to.split_level;
      branch.element->leaf.reset();
      branch.packing = Packing::nothing;
      members.parent_class = info.class_name;
      members.parent = add_branch(std::move(branch));
    }
    add_members(members);
  }

  /// The fields that every member's branch has.
  BranchPlan element_branch(const Members& to, std::size_t id) const {
    const StreamerElement& element = to.of_class->elements[id];
    const std::string dimensions = dimensions_of(element);
    const std::string name = to.prefix + element.name;
    BranchPlan branch;
    branch.column = column_;
    branch.parent = to.parent;
    branch.name = name + dimensions;
    branch.title = to.counter ? fmt::format("{}[{}]", element.name, branches_[*to.counter].title) : branch.name;
    branch.element = ElementPlan{.class_name = to.of_class->class_name,
                                 .parent_name = to.parent_class,
                                 .checksum = to.of_class->checksum,
                                 .version = static_cast<std::int16_t>(to.of_class->version),
                                 .id = static_cast<std::int32_t>(id),
                                 .type = to.counter ? type_item_member : 0,
                                 .streamer_type = element.type};
    branch.element->leaf = ElementLeaf{.name = name,
                                       .title = branch.title,
                                       .length = std::max(element.array_length, 1),
                                       .is_unsigned = is_unsigned(element.type)};
    return branch;
  }

  /// Add a number or an array of numbers; false when the member is neither.
  bool add_numbers(BranchPlan& branch, const StreamerElement& element, const Type& type) {
    const bool is_array = element.array_length > 0;
    const auto number = schema::fundamental_of_code(is_array ? element.type - code::fixed_array : element.type);
    if (!number || element.element_class != "TStreamerBasicType") return false;
    branch.coding = NumberCoding::of(*number, element.range);
    branch.element->leaf->value_size = leaf_value_size(*number);
    const Type* innermost = &type;
    for (; innermost->kind == array::Kind::regular; innermost = &innermost->contents[0])
      branch.shape.push_back(innermost->size);
    if (innermost->kind != array::Kind::number || innermost->number != branch.coding.type)
      return false;  // an enumeration
    branch.packing = branch.counter ? Packing::counted : Packing::fixed;
    add_branch(std::move(branch));
    return true;
  }

  /// fLenType, as TLeafElement has it (TBranchElement.cxx, SetLeaf...; core/base/src/TDataType.cxx).
  static std::int32_t leaf_value_size(schema::Fundamental number) noexcept {
    if (number == schema::Fundamental::float16) return 2;
    if (number == schema::Fundamental::double32) return 4;
    return static_cast<std::int32_t>(schema::memory_size(number));
  }

  void add_streamed(BranchPlan branch, std::shared_ptr<const StoredType> stored) {
    const Type& type = branch.counter ? type_at(branch.path, &branch.item_path) : type_at(branch.path);
    branch.packing = Packing::streamed;
    branch.writer = std::make_shared<const ColumnWriter>(std::move(stored), type);
    add_branch(std::move(branch));
  }

  std::size_t add_branch(BranchPlan branch) {
    branch.column = column_;
    branch.leaf_class = !branch.element->leaf ? "" : branch.element->has_class_name ? "TLeafObject" : "TLeafElement";
    if (branch.element->leaf && branch.element->leaf->name.empty())
      branch.element->leaf->name = branch.element->leaf->title = branch.name;
    branches_.push_back(std::move(branch));
    return branches_.size() - 1;
  }

  const table::Column& spec_;
  std::size_t column_;
  const schema::StreamerInfos& infos_;
  std::vector<BranchPlan>& branches_;
};

}  // namespace

std::vector<StreamerInfo> streamer_infos_of(const table::Schema& schema) {
  std::vector<schema::ClassSpec> classes = schema.classes;
  for (schema::ClassSpec& spec : classes)
    for (schema::ClassMember& member : spec.members)
      detail::while_doing([&] { return fmt::format("member '{}' of class '{}'", member.name, spec.name); },
                          [&] { member.type_name = as_stored(member.type_name); });
  std::vector<std::string> types;
  for (const table::Column& column : schema.columns)
    if (!column.type_name.empty()) types.push_back(as_stored(column.type_name));
  return schema::streamer_infos_of(classes, types);
}

ClassPlanner::ClassPlanner(const table::Schema& schema)
    : schema_(schema), layouts_(std::make_unique<const Layouts>(schema::StreamerInfos(streamer_infos_of(schema)))) {}

ClassPlanner::~ClassPlanner() = default;

void ClassPlanner::add(std::size_t column, std::vector<BranchPlan>& branches) const {
  const table::Column& spec = schema_.columns[column];
  object::check_array_type(spec.type, spec.type_name, schema_.classes);
  ColumnPlanner(schema_, column, layouts_->infos, branches).add();
}

}  // namespace ramet::inline v1::tree
