#include "ramet/object/detail/array_type.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/unsigned_characters.hpp"
#include "ramet/object/internal/columns/number_column.hpp"

namespace ramet::inline v1::object {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;
using schema::ClassSpec;
using schema::Container;
using schema::Fundamental;
using schema::TypeName;

constexpr int deepest_type = 50;

bool is_map(Container container) noexcept {
  return container == Container::map || container == Container::multimap || container == Container::unordered_map ||
         container == Container::unordered_multimap;
}

/// Makes types of columns. Threads: one thread.
class TypeMaker {
 public:
  explicit TypeMaker(std::span<const ClassSpec> classes, NumberType character = NumberType::int8)
      : classes_(classes), character_(character) {}

  Type of_text(std::string_view text, int depth) const {
    const schema::MemberType member = schema::parse_member_type(text);
    Type type = member.is_enum ? Type::of(NumberType::int32) : of(member.type, depth);
    for (auto size = member.dimensions.rbegin(); size != member.dimensions.rend(); ++size)
      type = Type::regular_of(static_cast<std::uint64_t>(*size), std::move(type));
    return type;
  }

 private:
  Type of(const TypeName& name, int depth) const {
    if (depth > deepest_type) detail::fail(ErrorKind::misuse, "its type is nested deeper than {}", deepest_type);
    if (name.pointers > 0)
      detail::fail(ErrorKind::misuse, "'{}' is a pointer, which cannot be a column", name.spelling());
    if (name.name == "char") return Type::of(character_);
    if (const auto number = name.fundamental()) return Type::of(internal::natural_type(*number));
    if (name.is_string()) return Type::string();
    const auto argument = [&](std::size_t at) {
      if (at >= name.arguments.size()) detail::fail(ErrorKind::misuse, "'{}' lacks an argument", name.spelling());
      return of(name.arguments[at], depth + 1);
    };
    const Container container = name.container();
    if (container == Container::bitset) return Type::regular_of(size_in(name, 0), Type::of(NumberType::boolean));
    if (container == Container::array) return Type::regular_of(size_in(name, 1), argument(0));
    if (is_map(container)) return Type::list_of(Type::record_of({"first", "second"}, {argument(0), argument(1)}));
    if (container != Container::none) return Type::list_of(argument(0));
    if (name.name == "atomic") return argument(0);
    if (name.name == "optional" || name.name == "unique_ptr") return Type::option_of(argument(0));
    if (name.name == "pair") return Type::record_of({"first", "second"}, {argument(0), argument(1)});
    if (name.name == "tuple" || name.name == "variant") return of_items(name, depth);
    Type record = Type::record_of({}, {});
    add_class(name.stored_spelling(), record, depth);
    return record;
  }

  Type of_items(const TypeName& name, int depth) const {
    std::vector<std::string> names;
    std::vector<Type> items;
    for (const TypeName& argument : name.arguments) {
      names.push_back(fmt::format("_{}", names.size()));
      items.push_back(of(argument, depth + 1));
    }
    return name.name == "tuple" ? Type::record_of(std::move(names), std::move(items))
                                : Type::variant_of(std::move(items));
  }

  static std::uint64_t size_in(const TypeName& name, std::size_t at) {
    std::uint64_t size = 0;
    if (at < name.arguments.size()) {
      const std::string& text = name.arguments[at].name;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (error != std::errc() || end != text.data() + text.size()) size = 0;
    }
    if (size == 0) detail::fail(ErrorKind::misuse, "'{}' has no size", name.spelling());
    return size;
  }

  void add_class(const std::string& name, Type& record, int depth) const {
    const ClassSpec* spec = schema::find_class(classes_, name);
    if (spec == nullptr) detail::fail(ErrorKind::misuse, "class '{}' is not described", name);
    if (depth > deepest_type)
      detail::fail(ErrorKind::misuse, "class '{}' contains itself, or is nested deeper than {}", name, deepest_type);
    for (const std::string& base : spec->bases)
      if (base != schema::tobject_name) add_class(base, record, depth + 1);
    for (const schema::ClassMember& member : spec->members) {
      std::string unique = member.name;
      while (std::ranges::find(record.names, unique) != record.names.end()) unique += '\'';
      Type type = detail::while_doing([&] { return fmt::format("member '{}' of class '{}'", member.name, name); },
                                      [&] { return of_text(member.type_name, depth + 1); });
      record.names.push_back(std::move(unique));
      record.contents.push_back(std::move(type));
    }
  }

  std::span<const ClassSpec> classes_;
  NumberType character_;  // what a char is
};

bool is_integer(const Type& type) noexcept {
  return type.kind == Kind::number && type.number != NumberType::float32 && type.number != NumberType::float64;
}

}  // namespace

array::Type array_type_of(std::string_view type_name, std::span<const ClassSpec> classes) {
  return TypeMaker(classes).of_text(type_name, 0);
}

array::Type array_type_with_unsigned_characters(std::string_view type_name, std::span<const ClassSpec> classes) {
  return TypeMaker(classes, NumberType::uint8).of_text(type_name, 0);
}

void check_array_type(const array::Type& type, std::string_view type_name, std::span<const ClassSpec> classes) {
  const Type wanted = array_type_of(type_name, classes);
  if (type == wanted || (type_name.starts_with("enum ") && is_integer(type))) return;
  detail::fail(ErrorKind::misuse, "values of type {} do not match '{}', which needs {}", array::to_string(type),
               type_name, array::to_string(wanted));
}

}  // namespace ramet::inline v1::object
