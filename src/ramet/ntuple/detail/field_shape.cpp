#include "ramet/ntuple/detail/field_shape.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/detail/unsigned_characters.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;
using schema::Container;
using schema::Fundamental;
using schema::MemberType;
using schema::TypeName;

// The limit in the specification, which comes from compilers.
constexpr std::size_t most_in_variant = 125;

std::string_view standard_name(NumberType type) noexcept {
  switch (type) {
    case NumberType::boolean:
      return "bool";
    case NumberType::int8:
      return "std::int8_t";
    case NumberType::int16:
      return "std::int16_t";
    case NumberType::int32:
      return "std::int32_t";
    case NumberType::int64:
      return "std::int64_t";
    case NumberType::uint8:
      return "std::uint8_t";
    case NumberType::uint16:
      return "std::uint16_t";
    case NumberType::uint32:
      return "std::uint32_t";
    case NumberType::uint64:
      return "std::uint64_t";
    case NumberType::float32:
      return "float";
    case NumberType::float64:
      break;
  }
  return "double";
}

/// The type name of a container of these contents; empty when one of them has none.
std::string name_around(const Type& type, std::span<const FieldShape> contents) {
  std::vector<std::string_view> names;
  for (const FieldShape& content : contents) names.push_back(content.type_name);
  if (std::ranges::find(names, std::string_view()) != names.end()) return {};
  switch (type.kind) {
    case Kind::list:
      return fmt::format("std::vector<{}>", names.front());
    case Kind::regular:
      return fmt::format("std::array<{},{}>", names.front(), type.size);
    case Kind::option:
      return fmt::format("std::optional<{}>", names.front());
    case Kind::variant:
      return fmt::format("std::variant<{}>", fmt::join(names, ","));
    case Kind::number:
      return std::string(standard_name(type.number));
    case Kind::string:
      return "std::string";
    case Kind::record:
      break;
  }
  return {};
}

/// Role, array size and columns, which follow from the type of the values.
FieldShape bare_shape(std::string name, const Type& type) {
  FieldShape shape{.name = std::move(name), .type_name = {}};
  switch (type.kind) {
    case Kind::number:
      shape.columns = FieldColumns::numbers;
      shape.number = type.number;
      break;
    case Kind::string:
      shape.columns = FieldColumns::string;
      break;
    case Kind::list:
    case Kind::option:
      shape.role = FieldRole::collection;
      shape.columns = FieldColumns::ends;
      break;
    case Kind::variant:
      shape.role = FieldRole::variant;
      shape.columns = FieldColumns::dispatches;
      if (type.contents.size() > most_in_variant)
        detail::fail(ErrorKind::misuse, "a variant of {} alternatives; ntuples allow at most {}", type.contents.size(),
                     most_in_variant);
      break;
    case Kind::record:
      shape.role = FieldRole::record;
      break;
    case Kind::regular:
      shape.array_size = type.size;
      break;
  }
  return shape;
}

std::string numbered(std::size_t item) { return fmt::format("_{}", item); }

/// Makes the shapes of C++ types. Threads: one thread.
class TypedShapes {
 public:
  explicit TypedShapes(const FieldClasses& classes) noexcept : classes_(classes) {}

  FieldShape make(std::string name, const Type& type, const MemberType& cpp) const {
    if (!cpp.dimensions.empty()) {
      MemberType item = cpp;
      item.dimensions.erase(item.dimensions.begin());
      FieldShape shape = bare_shape(std::move(name), type);
      add_content(shape, make("_0", type.contents.at(0), item), 0);
      shape.type_name = fmt::format("std::array<{},{}>", shape.below[0].type_name, type.size);
      return shape;
    }
    if (cpp.is_enum) return wrapper(std::move(name), cpp.type.spelling(), shape_of("_0", type));
    return make(std::move(name), type, cpp.type);
  }

 private:
  FieldShape make(std::string name, const Type& type, const TypeName& cpp) const {
    if (cpp.name == "atomic")
      return wrapper(std::move(name), normalized_name(cpp), make("_0", type, cpp.arguments.at(0)));
    FieldShape shape = bare_shape(std::move(name), type);
    shape.type_name = normalized_name(cpp);
    if (const auto number = cpp.fundamental()) {
      shape.is_character = cpp.name == "char";
      shape.is_double32 = *number == Fundamental::double32;
      if (shape.is_double32) shape.type_alias = "Double32_t";
      return shape;
    }
    if (type.kind == Kind::string) {
      shape.type_name = "std::string";
      return shape;
    }
    if (cpp.container() == Container::bitset) {
      shape.columns = FieldColumns::numbers;
      shape.number = NumberType::boolean;
      shape.has_content_columns = true;
      return shape;
    }
    if (const schema::ClassSpec* const spec = schema::find_class(classes_.specs, cpp.stored_spelling())) {
      std::size_t next = 0;
      add_members(shape, type, *spec, next);
      return shape;
    }
    note_other_sequence(shape, cpp);
    for (std::size_t content = 0; content < type.contents.size(); ++content)
      add_content(shape, content_of(type.contents[content], cpp, content), content);
    return shape;
  }

  /// A field without columns around one with the values, for enumerations and atomics.
  static FieldShape wrapper(std::string name, std::string type_name, FieldShape values) {
    FieldShape shape{.name = std::move(name), .type_name = std::move(type_name)};
    shape.below.push_back(std::move(values));
    return shape;
  }

  static void add_content(FieldShape& shape, FieldShape below, std::size_t content) {
    below.content = content;
    shape.below.push_back(std::move(below));
  }

  /// The shape of a content: the item of a list, the pair of a map, or a part of a pair, tuple or variant.
  FieldShape content_of(const Type& type, const TypeName& cpp, std::size_t content) const {
    const Container container = cpp.container();
    const bool is_map = container == Container::map || container == Container::multimap ||
                        container == Container::unordered_map || container == Container::unordered_multimap;
    if (!is_map) return make(numbered(content), type, cpp.arguments.at(content));
    TypeName pair = cpp;
    pair.name = "pair";
    pair.arguments.resize(2);
    return make("_0", type, pair);
  }

  static void note_other_sequence(FieldShape& shape, const TypeName& cpp) {
    const Container container = cpp.container();
    if (container == Container::list || container == Container::deque || container == Container::forward_list)
      shape.type_alias = fmt::format("std::{}", cpp.spelling());
  }

  /// Add bases, as fields ":_0", ":_1", ..., and members, which use the contents of the record from `next` on.
  void add_members(FieldShape& shape, const Type& record, const schema::ClassSpec& spec, std::size_t& next) const {
    const auto info = std::ranges::find(classes_.infos, spec.name, &schema::StreamerInfo::class_name);
    shape.type_version = static_cast<std::uint32_t>(spec.version);
    if (info != classes_.infos.end()) shape.type_checksum = info->checksum;
    for (std::size_t base = 0; base < spec.bases.size(); ++base) {
      FieldShape below{.name = fmt::format(":_{}", base), .type_name = {}, .role = FieldRole::record};
      const TypeName cpp = TypeName::parse(spec.bases[base]);
      below.type_name = normalized_name(cpp);
      const schema::ClassSpec* const of_base = schema::find_class(classes_.specs, cpp.stored_spelling());
      if (of_base == nullptr) detail::fail(ErrorKind::misuse, "class '{}' is not described", spec.bases[base]);
      add_members(below, record, *of_base, next);
      shape.below.push_back(std::move(below));
    }
    for (const schema::ClassMember& member : spec.members) {
      const MemberType cpp = schema::parse_member_type(member.type_name);
      FieldShape below =
          detail::while_doing([&] { return fmt::format("member '{}' of class '{}'", member.name, spec.name); },
                              [&] { return make(member.name, record.contents.at(next), cpp); });
      add_content(shape, std::move(below), next++);
    }
  }

  const FieldClasses& classes_;
};

}  // namespace

FieldClasses field_classes_of(std::vector<schema::ClassSpec> specs) {
  FieldClasses classes{std::move(specs), {}};
  classes.infos = schema::streamer_infos_of(classes.specs, {}, schema::MemberKinds::of_ntuples);
  return classes;
}

std::string normalized_name(const TypeName& type) {
  if (type.name == "char") return "char";
  if (const auto number = type.fundamental()) {
    const Type memory = object::array_type_of(type.spelling(), {});
    return std::string(standard_name(memory.number));
  }
  if (type.is_string()) return "std::string";
  std::vector<std::string> arguments;
  for (const TypeName& argument : type.arguments) {
    const bool is_size = !argument.name.empty() && argument.name.find_first_not_of("0123456789") == std::string::npos;
    arguments.push_back(is_size ? argument.name : normalized_name(argument));
  }
  std::string name = type.name;
  switch (type.container()) {
    case Container::none: {
      const bool is_standard = name == "pair" || name == "tuple" || name == "optional" || name == "variant" ||
                               name == "unique_ptr" || name == "atomic";
      if (is_standard) name = "std::" + name;
      break;
    }
    case Container::rvec:
      name = "ROOT::VecOps::RVec";
      break;
    case Container::list:
    case Container::deque:
    case Container::forward_list:
      name = "std::vector";
      break;
    default:
      name = "std::" + name;
  }
  return arguments.empty() ? name : fmt::format("{}<{}>", name, fmt::join(arguments, ","));
}

FieldShape shape_of(std::string name, const Type& type) {
  FieldShape shape = bare_shape(std::move(name), type);
  for (std::size_t content = 0; content < type.contents.size(); ++content) {
    FieldShape below =
        shape_of(type.kind == Kind::record ? type.names.at(content) : numbered(content), type.contents[content]);
    below.content = content;
    shape.below.push_back(std::move(below));
  }
  shape.type_name = name_around(type, shape.below);
  if ((type.kind == Kind::option || type.kind == Kind::variant) && shape.type_name.empty())
    detail::fail(ErrorKind::misuse, "an option or union of records needs a type name in an ntuple");
  return shape;
}

FieldShape shape_of(std::string name, const Type& type, std::string_view type_name, const FieldClasses& classes) {
  if (type != object::array_type_with_unsigned_characters(type_name, classes.specs))
    object::check_array_type(type, type_name, classes.specs);
  return TypedShapes(classes).make(std::move(name), type, schema::parse_member_type(type_name));
}

}  // namespace ramet::inline v1::ntuple
