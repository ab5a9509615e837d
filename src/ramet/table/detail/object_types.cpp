#include "ramet/table/detail/object_types.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::table {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

/// Whether values are numbers or arrays of a fixed size of these.
bool are_numbers(const Type& type) {
  const Type* inner = &type;
  while (inner->kind == Kind::regular) inner = &inner->contents.front();
  return inner->kind == Kind::number;
}

/// Whether values are numbers or strings, or lists of these.
bool are_lists(const Type& type) {
  const Type* inner = &type;
  while (inner->kind == Kind::list) inner = &inner->contents.front();
  return inner->kind == Kind::number || inner->kind == Kind::string;
}

/// Whether a tree stores the values only as objects.
bool needs_objects(const Column& column) {
  const Type& type = column.type;
  if (!column.type_name.empty()) return false;
  if (column.form == ListForm::standard_vector && are_lists(type)) return false;
  if (type.kind == Kind::string) return false;
  const Type& content = type.kind == Kind::list ? type.contents.front() : type;
  // Counted lists of records of numbers are a branch for each member; one std::vector has them as objects.
  if (content.kind == Kind::record && type.kind == Kind::list && column.form == ListForm::standard_vector) return true;
  if (content.kind == Kind::record) return !std::ranges::all_of(content.contents, are_numbers);
  return !are_numbers(content);
}

std::string name_of_number(NumberType number) {
  switch (number) {
    case NumberType::boolean:
      return "bool";
    case NumberType::float32:
      return "float";
    case NumberType::float64:
      return "double";
    case NumberType::int64:
      return "Long64_t";  // as ROOT's dictionaries have it on every machine
    case NumberType::uint64:
      return "ULong64_t";
    default:
      return fmt::format("std::{}_t", array::to_string(Type::of(number)));
  }
}

/// Finds C++ types, and describes classes of records. Threads: one thread.
class ObjectTypes {
 public:
  explicit ObjectTypes(Schema& schema) : schema_(schema) {}

  /// The C++ type of values, whose records become classes of this name, inner ones with the member's name added.
  std::string name_of(const Type& type, const std::string& record) {
    switch (type.kind) {
      case Kind::number:
        return name_of_number(type.number);
      case Kind::string:
        return "std::string";
      case Kind::record:
        return class_of(type, record);
      case Kind::regular:
        return fmt::format("std::array<{},{}>", name_of(type.contents.front(), record), type.size);
      case Kind::option:
        return fmt::format("std::optional<{}>", name_of(type.contents.front(), record));
      case Kind::list:
        return fmt::format("std::vector<{}>", name_of(type.contents.front(), record));
      case Kind::variant:
        break;
    }
    detail::fail(ErrorKind::unsupported, "values of several types in one column of a tree");
  }

 private:
  std::string class_of(const Type& type, const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2;; ++number) {
      const auto made = made_.find(name);
      if (made == made_.end()) break;
      if (made->second == type) return name;
      name = fmt::format("{}_{}", wanted, number);
    }
    made_.emplace(name, type);
    schema::ClassSpec spec{.name = name};
    for (std::size_t member = 0; member < type.names.size(); ++member)
      spec.members.push_back(
          {type.names[member], name_of(type.contents[member], fmt::format("{}_{}", name, type.names[member]))});
    schema_.classes.push_back(std::move(spec));
    return name;
  }

  Schema& schema_;
  std::map<std::string, Type> made_;
};

}  // namespace

void name_object_types(Schema& schema) {
  ObjectTypes types(schema);
  for (Column& column : schema.columns)
    if (needs_objects(column))
      detail::while_doing([&] { return fmt::format("column '{}'", column.name); },
                          [&] { column.type_name = types.name_of(column.type, column.name); });
}

}  // namespace ramet::inline v1::table
