#include "ramet/schema/detail/class_layouts.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"

// How TStreamerInfo::Build describes the members of a class (root-project/root, io/io/src/TStreamerInfo.cxx;
// core/meta/src/TStreamerElement.cxx, ESTLType in core/foundation/inc/ESTLType.h). Sizes are those in memory, of the
// usual 64-bit ABI with libstdc++; readers compute their own.

namespace ramet::inline v1::schema {
namespace {

constexpr int deepest_nesting = 50;
constexpr std::int32_t largest_version = 0x3fff;  // TBufferFile's kMaxVersion: the bits above it are flags

constexpr std::uint32_t tobject_checksum = 0x901bc02d;  // TObject.h, version 1

/// Size and alignment in memory. Threads: a value.
struct Extent {
  std::int64_t size = 0;
  std::int64_t alignment = 1;
};

constexpr Extent tobject_extent = {16, 8};

std::int64_t align(std::int64_t offset, std::int64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

Extent extent_of(Container container) noexcept {
  switch (container) {
    case Container::forward_list:
      return {8, 8};
    case Container::deque:
      return {80, 8};
    case Container::set:
    case Container::multiset:
    case Container::map:
    case Container::multimap:
      return {48, 8};
    case Container::unordered_set:
    case Container::unordered_multiset:
    case Container::unordered_map:
    case Container::unordered_multimap:
      return {56, 8};
    default:
      return {24, 8};
  }
}

/// TStreamerSTL::fSTLtype.
std::int32_t stl_type_of(Container container) noexcept {
  constexpr std::pair<Container, std::int32_t> types[] = {{Container::vector, 1},
                                                          {Container::list, 2},
                                                          {Container::deque, 3},
                                                          {Container::map, 4},
                                                          {Container::multimap, 5},
                                                          {Container::set, 6},
                                                          {Container::multiset, 7},
                                                          {Container::bitset, 8},
                                                          {Container::forward_list, 9},
                                                          {Container::unordered_set, 10},
                                                          {Container::unordered_multiset, 11},
                                                          {Container::unordered_map, 12},
                                                          {Container::unordered_multimap, 13},
                                                          {Container::rvec, 14}};
  for (const auto& [name, type] : types)
    if (name == container) return type;
  return 0;
}

/// The type code of a number as a member, by the spelling of its type.
std::int32_t code_of(const TypeName& type) {
  const auto number = *type.fundamental();
  const std::string word = type.stored_spelling();
  switch (number) {
    case Fundamental::bool_:
      return type_code::bool_;
    case Fundamental::int8:
      return type_code::char_;
    case Fundamental::uint8:
      return type_code::unsigned_char;
    case Fundamental::int16:
      return type_code::short_;
    case Fundamental::uint16:
      return type_code::unsigned_short;
    case Fundamental::int32:
      return type_code::int_;
    case Fundamental::uint32:
      return type_code::unsigned_int;
    case Fundamental::int64:
      return word == "long" ? type_code::long_ : type_code::long64;
    case Fundamental::uint64:
      return word == "unsigned long" ? type_code::unsigned_long : type_code::unsigned_long64;
    case Fundamental::float_:
      return type_code::float_;
    case Fundamental::double_:
      return type_code::double_;
    case Fundamental::float16:
      return type_code::float16;
    case Fundamental::double32:
      return type_code::double32;
  }
  return type_code::int_;
}

bool is_map(Container container) noexcept {
  return container == Container::map || container == Container::multimap || container == Container::unordered_map ||
         container == Container::unordered_multimap;
}

bool is_of_ntuples(const TypeName& type) {
  return type.name == "optional" || type.name == "variant" || type.name == "unique_ptr" || type.name == "atomic";
}

/// The class of a pair or tuple, of a map's items, or of a std::array that is an item.
std::optional<ClassSpec> made_class(const TypeName& type) {
  ClassSpec made;
  if (is_map(type.container()) && type.arguments.size() >= 2) {
    const TypeName pair{.name = "pair", .arguments = {type.arguments[0], type.arguments[1]}};
    return made_class(pair);
  }
  if (type.container() == Container::array && type.arguments.size() == 2) {
    const std::string values = fmt::format("{}[{}]", type.arguments[0].stored_spelling(), type.arguments[1].name);
    return ClassSpec{.name = type.stored_spelling(), .members = {{"_M_elems", values}}};
  }
  if (type.pointers > 0 || (type.name != "pair" && type.name != "tuple") || type.arguments.empty()) return {};
  const bool is_pair = type.name == "pair" && type.arguments.size() == 2;
  made.name = type.stored_spelling();
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    const std::string name = is_pair ? (i == 0 ? "first" : "second") : fmt::format("_{}", i);
    const std::string comment = is_pair ? (i == 0 ? "The first member" : "The second member") : "";
    made.members.push_back({name, type.arguments[i].stored_spelling(), comment});
  }
  return made;
}

/// Makes the layouts of classes; classes that others need come first. Threads: one thread.
class InfoMaker {
 public:
  InfoMaker(std::span<const ClassSpec> classes, MemberKinds kinds) : classes_(classes), kinds_(kinds) {
    for (const ClassSpec& spec : classes)
      if (std::ranges::count(classes, spec.name, &ClassSpec::name) > 1)
        detail::fail(ErrorKind::misuse, "there are two classes '{}'", spec.name);
  }

  std::vector<StreamerInfo> make(std::span<const std::string> type_names) {
    for (const ClassSpec& spec : classes_) add(spec, 0);
    for (const std::string& name : type_names) need(parse_member_type(name).type, 0);
    std::vector<StreamerInfo> infos;
    for (const ClassSpec& spec : classes_) infos.push_back(std::move(made_.find(spec.name)->second.info));
    for (const std::string& name : made_up_) infos.push_back(std::move(made_.find(name)->second.info));
    return infos;
  }

 private:
  struct Made {
    StreamerInfo info;
    Extent extent;
    bool is_tobject = false;  // TObject is a base
    bool is_complete = false;
  };

  const Made& add(const ClassSpec& spec, int depth) {
    const auto [place, is_new] = made_.try_emplace(spec.name);
    Made& made = place->second;
    if (!is_new && !made.is_complete) detail::fail(ErrorKind::misuse, "class '{}' contains itself", spec.name);
    if (made.is_complete) return made;
    detail::while_doing([&] { return fmt::format("class '{}'", spec.name); }, [&] { fill(spec, made, depth); });
    made.is_complete = true;
    return made;
  }

  void fill(const ClassSpec& spec, Made& made, int depth) {
    if (spec.name.empty()) detail::fail(ErrorKind::misuse, "a class has no name");
    if (depth > deepest_nesting) detail::fail(ErrorKind::misuse, "it is nested deeper than {}", deepest_nesting);
    const bool is_without = spec.version == version_without_definition;
    if (!is_without && (spec.version < 1 || spec.version > largest_version))
      detail::fail(ErrorKind::misuse, "it has version {}, not in 1..{}", spec.version, largest_version);
    made.info.class_name = spec.name;
    made.info.version = is_without ? 1 : spec.version;
    std::int64_t size = 0;
    std::int64_t alignment = 1;
    const auto place = [&](const Extent& extent) {
      size = align(size, extent.alignment) + extent.size;
      alignment = std::max(alignment, extent.alignment);
    };
    for (const std::string& base : spec.bases) {
      if (base == tobject_name && kinds_ == MemberKinds::streamed) {
        made.info.elements.push_back(tobject_element());
        made.is_tobject = true;
        place(tobject_extent);
        continue;
      }
      const ClassSpec* of = find_class(classes_, base);
      if (of == nullptr) detail::fail(ErrorKind::misuse, "base '{}' is not described", base);
      const Made& there = add(*of, depth + 1);
      made.info.elements.push_back(base_element(there));
      made.is_tobject |= there.is_tobject;
      place(there.extent);
    }
    for (const ClassMember& member : spec.members)
      detail::while_doing([&] { return fmt::format("member '{}'", member.name); },
                          [&] {
                            Extent extent;
                            made.info.elements.push_back(element_of(member, extent, depth));
                            place(extent);
                          });
    made.extent = {std::max<std::int64_t>(align(size, alignment), 1), alignment};
    made.info.checksum = checksum_of(spec, made.info);
  }

  /// In a layout, a std::array is a member with dimensions; in the checksum, a member of the declared type.
  static std::uint32_t checksum_of(const ClassSpec& spec, StreamerInfo as_declared) {
    for (std::size_t i = 0; i < spec.members.size(); ++i) {
      const MemberType type = parse_member_type(spec.members[i].type_name);
      StreamerElement& element = as_declared.elements[spec.bases.size() + i];
      element.type_name = type.declared;
      element.array_dimensions = static_cast<std::int32_t>(type.declared_dimensions);
    }
    return layout_checksum(as_declared);
  }

  static StreamerElement tobject_element() {
    StreamerElement element;
    element.element_class = "TStreamerBase";
    element.name = tobject_name;
    element.title = "Basic ROOT object";
    element.type = type_code::tobject;
    element.type_name = "BASE";
    element.base_version = 1;
    element.base_checksum = tobject_checksum;
    element.dimensions[base_checksum_place] = static_cast<std::int32_t>(tobject_checksum);
    return element;
  }

  static StreamerElement base_element(const Made& base) {
    StreamerElement element;
    element.element_class = "TStreamerBase";
    element.name = base.info.class_name;
    element.type = type_code::base;
    element.type_name = "BASE";
    element.size = static_cast<std::int32_t>(base.extent.size);
    element.base_version = base.info.version;
    element.base_checksum = base.info.checksum;
    element.dimensions[base_checksum_place] = static_cast<std::int32_t>(base.info.checksum);
    return element;
  }

  StreamerElement element_of(const ClassMember& member, Extent& extent, int depth) {
    if (member.name.empty()) detail::fail(ErrorKind::misuse, "it has no name");
    const MemberType type = parse_member_type(member.type_name);
    if (type.dimensions.size() > 5)
      detail::fail(ErrorKind::misuse, "{} dimensions, more than 5", type.dimensions.size());
    StreamerElement element;
    element.name = member.name;
    element.title = member.comment;
    element.type_name = type.type.stored_spelling();
    describe(type, element, extent, depth);
    if (element.type == type_code::double32 || element.type == type_code::float16)
      element.range = parse_range(member.comment);
    if (!type.dimensions.empty()) add_dimensions(type.dimensions, element, extent);
    element.size = static_cast<std::int32_t>(extent.size);
    return element;
  }

  static void add_dimensions(const std::vector<std::int32_t>& dimensions, StreamerElement& element, Extent& extent) {
    element.type += type_code::fixed_array;
    element.array_dimensions = static_cast<std::int32_t>(dimensions.size());
    std::int64_t length = 1;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      element.dimensions[i] = dimensions[i];
      length *= dimensions[i];
      if (length > 0x7fffffff / std::max<std::int64_t>(extent.size, 1))
        detail::fail(ErrorKind::misuse, "it is too large");
    }
    element.array_length = static_cast<std::int32_t>(length);
    extent.size *= length;
  }

  void describe(const MemberType& type, StreamerElement& element, Extent& extent, int depth) {
    if (type.is_enum || type.type.fundamental()) {
      element.element_class = "TStreamerBasicType";
      element.type = type.is_enum ? type_code::int_ : code_of(type.type);
      extent = type.is_enum ? Extent{4, 4} : extent_of(type.type, depth);
    } else if (type.type.is_string()) {
      const bool is_standard = type.type.name == "string";
      element.element_class = is_standard ? "TStreamerSTLstring" : "TStreamerString";
      element.type = is_standard ? type_code::stl : type_code::tstring;
      element.stl_type = element.content_type = is_standard ? type_code::stl_string : 0;
      extent = extent_of(type.type, depth);
    } else if (type.type.container() != Container::none) {
      element.element_class = "TStreamerSTL";
      element.type = type_code::stl;
      element.stl_type = stl_type_of(type.type.container());
      const bool is_number = !is_map(type.type.container()) && type.type.arguments[0].fundamental();
      element.content_type = is_number ? code_of(type.type.arguments[0]) : std::int32_t{type_code::object};
      if (type.type.container() == Container::bitset) element.content_type = 0;
      extent = extent_of(type.type, depth);
    } else {
      extent = extent_of(type.type, depth);
      const auto made = made_.find(type.type.stored_spelling());
      const bool is_tobject = made != made_.end() && made->second.is_tobject;
      element.element_class = is_tobject ? "TStreamerObject" : "TStreamerObjectAny";
      element.type = is_tobject ? type_code::object : type_code::any;
    }
  }

  /// The extent of a value of the type; makes the classes that it needs.
  Extent extent_of(const TypeName& type, int depth) {
    if (const auto number = type.fundamental()) {
      const auto size = static_cast<std::int64_t>(memory_size(*number));
      return {size, size};
    }
    if (type.name == "string" && type.is_string()) return {32, 8};
    if (type.is_string()) return {24, 8};
    return need(type, depth);
  }

  /// Make the classes that a type needs.
  Extent need(const TypeName& type, int depth) {
    if (depth > deepest_nesting) detail::fail(ErrorKind::misuse, "it is nested deeper than {}", deepest_nesting);
    if (type.pointers > 0) detail::fail(ErrorKind::misuse, "a '{}' is a pointer", type.spelling());
    if (type.fundamental() || type.is_string()) return {};
    if (const auto made_up = made_class(type)) {
      const bool is_new = !made_.contains(made_up->name);
      const Made& made = add(*made_up, depth + 1);
      if (is_new) made_up_.push_back(made_up->name);
      if (type.container() == Container::none) return made.extent;
    }
    switch (const Container container = type.container()) {
      case Container::none:
        break;
      case Container::bitset:
        return {(number_of(type.arguments[0]) + 63) / 64 * 8, 8};
      case Container::array: {
        if (type.arguments.size() != 2) detail::fail(ErrorKind::misuse, "'{}' is not an array", type.spelling());
        const Extent item = extent_of(type.arguments[0], depth + 1);
        return {item.size * number_of(type.arguments[1]), item.alignment};
      }
      case Container::vector:
        need_items(type, depth);
        return type.arguments[0].fundamental() == Fundamental::bool_ ? Extent{40, 8} : Extent{24, 8};
      default:
        if (!is_map(container)) need_items(type, depth);
        return ::ramet::schema::extent_of(container);
    }
    if (kinds_ == MemberKinds::of_ntuples && is_of_ntuples(type)) {
      for (const TypeName& argument : type.arguments) need(argument, depth + 1);
      return {8, 8};
    }
    const ClassSpec* spec = find_class(classes_, type.stored_spelling());
    if (spec == nullptr) detail::fail(ErrorKind::misuse, "class '{}' is not described", type.stored_spelling());
    return add(*spec, depth + 1).extent;
  }

  /// The items of a container may have a class that is being made, as in a tree of nodes.
  void need_items(const TypeName& type, int depth) {
    const auto found = made_.find(type.arguments[0].stored_spelling());
    if (found == made_.end() || found->second.is_complete) need(type.arguments[0], depth + 1);
  }

  static std::int64_t number_of(const TypeName& type) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(type.name.data(), type.name.data() + type.name.size(), number);
    if (error != std::errc() || end != type.name.data() + type.name.size() || number <= 0 || number > 0x7fffffff)
      detail::fail(ErrorKind::misuse, "'{}' is not the size of an array", type.name);
    return number;
  }

  std::span<const ClassSpec> classes_;
  MemberKinds kinds_;
  std::map<std::string, Made, std::less<>> made_;
  std::vector<std::string> made_up_;
};

}  // namespace

std::vector<StreamerInfo> streamer_infos_of(std::span<const ClassSpec> classes, std::span<const std::string> type_names,
                                            MemberKinds kinds) {
  return InfoMaker(classes, kinds).make(type_names);
}

}  // namespace ramet::inline v1::schema
