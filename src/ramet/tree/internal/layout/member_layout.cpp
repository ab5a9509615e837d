#include "ramet/tree/internal/layout/member_layout.hpp"

#include <algorithm>
#include <optional>

#include "ramet/core/error.hpp"
#include "ramet/tree/internal/layout/layout_parts.hpp"
#include "ramet/tree/internal/layout/streamed_layout.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {
namespace {

using array::Type;
using schema::Fundamental;
namespace code = schema::type_code;

/// The type of a container's items; nothing for a type that is not supported. Sets `coding` to that of the numbers.
std::optional<Type> item_type(const schema::TypeName& name, NumberCoding& coding) {
  if (const auto fundamental = name.fundamental()) {
    coding = NumberCoding::of(*fundamental);
    return Type::of(coding.type);
  }
  if (name.is_string()) return Type::string();
  switch (name.container()) {
    case schema::Container::vector:
    case schema::Container::rvec:  // RDataFrame writes vectors as RVec, with the same bytes
    case schema::Container::list:
    case schema::Container::deque:
    case schema::Container::set:
    case schema::Container::multiset:
      break;
    default:
      return std::nullopt;
  }
  if (name.arguments.empty()) return std::nullopt;
  auto content = item_type(name.arguments.front(), coding);
  if (!content) return std::nullopt;
  return Type::list_of(std::move(*content));
}

/// The normalised spelling of a type that item_type accepts.
std::string item_type_name(const schema::TypeName& name) {
  if (const auto fundamental = name.fundamental()) return std::string(named_coding(*fundamental).name);
  if (name.is_string()) return name.name == "TString" ? "TString" : "std::string";
  const bool is_rvec = name.container() == schema::Container::rvec;
  return fmt::format("{}<{}>", is_rvec ? "ROOT::VecOps::RVec" : "std::" + name.name,
                     item_type_name(name.arguments.front()));
}

/// The parsed name; an empty one when it cannot be parsed.
schema::TypeName parsed(const std::string& class_name) {
  try {
    return schema::TypeName::parse(class_name);
  } catch (const Error&) {
    return {.name = class_name, .arguments = {}};
  }
}

/// The layout of a container of numbers, strings, or such containers. Nothing for other types.
std::optional<ColumnLayout> container_layout(const std::string& class_name) {
  const auto name = parsed(class_name);
  ColumnLayout layout;
  const auto type = item_type(name, layout.coding);
  if (!type || type->kind != array::Kind::list) return std::nullopt;
  layout.type = *type;
  layout.type_name = item_type_name(name);
  layout.packing = Packing::standard_vector;
  layout.has_head = true;
  // A vector of numbers is a counted array behind a byte count, a version and a count.
  if (type->contents.front().kind == array::Kind::number) layout.skip = 10;
  return layout;
}

/// The layout for a split collection's objects: a value for each, up to the end of the entry.
ColumnLayout repeated(ColumnLayout layout) {
  if (!layout.is_readable()) return layout;
  layout.is_repeated = true;
  layout.skip = 0;
  layout.type = Type::list_of(std::move(layout.type));
  layout.type_name.insert(std::min(layout.type_name.find('['), layout.type_name.size()), "[]");  // "Point[][2]"
  return layout;
}

/// The range of a Double32_t is only in its class's streamer info. Without that the range is unknown, so nothing is
/// returned.
std::optional<NamedCoding> streamed_number(std::int32_t type_code, const schema::StreamerElement* member) {
  const auto type = schema::fundamental_of_code(type_code);
  if (!type) return std::nullopt;
  const bool is_packed = *type == Fundamental::double32 || *type == Fundamental::float16;
  if (type_code == code::counter) return named_coding(Fundamental::uint32);  // whatever its declared type
  if (member == nullptr) return is_packed ? std::nullopt : std::optional(named_coding(*type));
  return named_coding(*type, member->range);
}

Shape shape_of_member(const schema::StreamerElement* member, const Leaf& leaf) {
  if (member == nullptr || member->array_dimensions == 0)
    return shape_of(leaf.title, static_cast<std::uint64_t>(std::max(leaf.length, 1)));
  Shape shape;
  for (std::int32_t dimension = 0; dimension < member->array_dimensions; ++dimension)
    shape.push_back(static_cast<std::uint64_t>(std::max(member->dimensions[static_cast<std::size_t>(dimension)], 0)));
  return shape;
}

/// The layout of a number or array of numbers. Nothing for other members.
std::optional<ColumnLayout> number_layout(const Branch& branch, const schema::StreamerElement* member,
                                          bool is_repeated) {
  std::int32_t type = branch.streamer_type;
  const bool is_counted = type > code::counted_array && type < code::counted_array + 20;
  if (is_counted) {
    type -= code::counted_array;
  } else if (type > code::fixed_array && type < code::fixed_array + 20) {
    type -= code::fixed_array;
  }
  const auto number = streamed_number(type, member);
  if (!number) return std::nullopt;
  if (is_counted) {
    ColumnLayout layout = counted_layout(*number, {}, 1);  // a byte says whether the array is there
    if (!is_repeated) return layout;
    if (member == nullptr || member->count_name.empty() || member->array_length > 0)
      return unsupported("counted arrays in objects of a collection with an unknown counter");
    layout.counting_member = member->count_name;
    layout.type = Type::list_of(std::move(layout.type));
    layout.type_name += "[]";
    return layout;
  }
  const Shape shape = shape_of_member(member, branch.leaves.front());
  return is_repeated ? counted_layout(*number, shape, 0) : fixed_layout(*number, shape);
}

/// The layout of a string or a container of numbers and strings as a member of a class, with a head. Nothing for other
/// types.
std::optional<ColumnLayout> simple_member_layout(const schema::StreamerElement& member) {
  if (member.array_length != 0) return std::nullopt;
  if (const auto name = parsed(member.type_name); name.is_string()) {
    ColumnLayout layout = string_layout(Packing::standard_string, item_type_name(name));
    layout.has_head = true;
    return layout;
  }
  return container_layout(member.type_name);
}

/// The type of "first" or "second" in a pair that the file does not describe; empty for other members.
std::string type_in_pair(const Branch& branch) {
  const schema::TypeName pair = parsed(branch.element_class);
  const auto id = static_cast<std::size_t>(branch.element_id);
  const bool is_one = pair.name == "pair" && pair.arguments.size() == 2 && branch.element_id >= 0 && id < 2;
  return is_one ? pair.arguments[id].spelling() : std::string();
}

/// The layout of a member that is not a number.
ColumnLayout class_member_layout(const Branch& branch, const MemberPlace& place) {
  if (!place) {
    const std::string type = type_in_pair(branch);
    if (!type.empty()) return streamed_layout(branch.class_layouts(), type, object::Place::member);
    return unsupported(fmt::format("a member of class {}, which the file does not describe", branch.element_class));
  }
  const bool is_simple = branch.streamer_type == code::stl || branch.streamer_type == code::stl_string ||
                         branch.streamer_type == code::streamer;
  if (is_simple)
    if (auto layout = simple_member_layout(place.member())) return std::move(*layout);
  return streamed_member_layout(branch.class_layouts(), *place.info, place.element);
}

bool has_name(const schema::StreamerElement& element, std::string_view branch_name) noexcept {
  if (branch_name.ends_with('.')) branch_name.remove_suffix(1);
  if (!branch_name.ends_with(element.name)) {
    branch_name = branch_name.substr(0, branch_name.find('['));
    if (!branch_name.ends_with(element.name)) return false;
  }
  const std::size_t before = branch_name.size() - element.name.size();
  return before == 0 || branch_name[before - 1] == '.';
}

}  // namespace

MemberPlace find_member(const Branch& branch, const object::Layouts& layouts) noexcept {
  const schema::StreamerInfo* info = nullptr;
  if (branch.element_checksum != 0) info = layouts.find(branch.element_class, 0, branch.element_checksum);
  if (info == nullptr) info = layouts.find(branch.element_class, branch.element_class_version);
  if (info == nullptr || branch.element_id < 0) return {};
  const auto& elements = info->elements;
  const auto id = static_cast<std::size_t>(branch.element_id);
  if (id < elements.size() && has_name(elements[id], branch.name)) return {info, id};
  // Ids count the members in memory, to which rules may have added some, so search by name.
  const auto found =
      std::ranges::find_if(elements, [&](const auto& element) { return has_name(element, branch.name); });
  if (found == elements.end()) return {};
  return {info, static_cast<std::size_t>(found - elements.begin())};
}

bool is_base(const Branch& branch) noexcept {
  if (branch.element_kind == 1) return true;
  const MemberPlace place = find_member(branch, branch.class_layouts());
  return place && place.info->elements[place.element].type_name == "BASE";
}

std::string_view own_name(const Branch& branch, std::string_view above) noexcept {
  std::string_view name = branch.name;
  if (name.ends_with('.')) name.remove_suffix(1);
  if (above.ends_with('.')) above.remove_suffix(1);
  if (name.size() > above.size() && name.starts_with(above) && name[above.size()] == '.')
    name.remove_prefix(above.size() + 1);
  return name.substr(0, name.find('['));
}

std::shared_ptr<const object::StoredType> stored_type_of(const Branch& branch) {
  const object::Layouts layouts = branch.class_layouts();
  if (branch.element_id >= 0) {
    if (const MemberPlace place = find_member(branch, layouts))
      return object::StoredType::of_member(layouts, *place.info, place.element);
    const std::string type = type_in_pair(branch);
    if (type.empty()) detail::fail(ErrorKind::unsupported, "class '{}' is not described", branch.element_class);
    return object::StoredType::compile(layouts, type, object::Place::member);
  }
  if (parsed(branch.element_class).container() != schema::Container::none)
    return object::StoredType::compile(layouts, branch.element_class, object::Place::member);
  if (branch.element_kind == 0)
    return object::StoredType::without_head(layouts, branch.element_class, branch.element_class_version,
                                            branch.element_checksum);
  return object::StoredType::compile(layouts, branch.element_class, object::Place::whole);
}

ColumnLayout member_layout(const Branch& branch) {
  if (branch.is_collection()) return fixed_layout(named_coding(Fundamental::int32), {});
  const int type = branch.streamer_type;
  if (type == -1 && branch.element_id < 0) {
    if (const auto name = parsed(branch.element_class); name.is_string())
      return string_layout(Packing::standard_string, item_type_name(name));
    if (auto layout = container_layout(branch.element_class)) return std::move(*layout);
    if (parsed(branch.element_class).container() != schema::Container::none)
      return streamed_layout(branch.class_layouts(), branch.element_class, object::Place::member);
    if (branch.element_kind == 0) return headless_layout(branch);
    return streamed_layout(branch.class_layouts(), branch.element_class, object::Place::whole);
  }
  const bool is_repeated = branch.element_kind == 31 || branch.element_kind == 41;
  const auto maybe_repeated = [&](ColumnLayout layout) {
    return is_repeated ? repeated(std::move(layout)) : std::move(layout);
  };
  if (type == code::tstring) return maybe_repeated(string_layout(Packing::standard_string, "TString"));
  if (type == code::bits) {
    ColumnLayout layout = fixed_layout(named_coding(Fundamental::uint32), {});
    layout.packing = Packing::object_bits;
    return maybe_repeated(std::move(layout));
  }
  const MemberPlace place = find_member(branch, branch.class_layouts());
  if (auto layout = number_layout(branch, place ? &place.member() : nullptr, is_repeated)) return std::move(*layout);
  return maybe_repeated(class_member_layout(branch, place));
}

}  // namespace ramet::inline v1::tree
