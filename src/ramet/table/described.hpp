#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/describe.hpp"
#include "ramet/array/type.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/typed/class_specs.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::table {

namespace internal {

template <array::Described Struct>
void add_columns(std::vector<Column>& columns, ListForm form) {
  array::for_each_base<Struct>([&]<class Base>(std::type_identity<Base>) { add_columns<Base>(columns, form); });
  array::for_each_member<Struct>([&]<class Value>(const array::Member<Struct, Value>& member) {
    using Values = array::ValueColumn<Value>;
    Column column{.name = std::string(member.name), .type = Values::type(), .form = form};
    const bool is_list = column.type.kind == array::Kind::list;
    const bool has_arrays = is_list && column.type.contents[0].kind == array::Kind::regular;
    if (!Values::is_plain || (has_arrays && form == ListForm::standard_vector)) column.type_name = Values::type_name();
    columns.push_back(std::move(column));
  });
}

/// The classes of a struct's members and of its bases; the struct itself becomes columns.
template <array::Described Struct>
std::vector<schema::ClassSpec> classes_of_members() {
  std::vector<schema::ClassSpec> classes;
  const auto add = [&](std::vector<schema::ClassSpec> more) {
    for (schema::ClassSpec& spec : more)
      if (schema::find_class(classes, spec.name) == nullptr) classes.push_back(std::move(spec));
  };
  array::for_each_base<Struct>([&]<class Base>(std::type_identity<Base>) { add(classes_of_members<Base>()); });
  array::for_each_member<Struct>(
      [&]<class Value>(const array::Member<Struct, Value>&) { add(object::class_specs_of<Value>()); });
  return classes;
}

}  // namespace internal

/// The schema of a described struct: its columns, those of bases first, and the classes of their values. Members are
/// stored as ROOT stores their C++ types: std::vector and std::string as such, classes and other containers by a
/// type_name. With ListForm::counted a tree stores vectors of numbers and of arrays as arrays with counters, and
/// strings as C strings. Throws Error(misuse) as object::class_specs_of, and for a struct without members.
template <class Struct>
Schema schema_of(std::string name, std::string title = {}, ListForm form = ListForm::standard_vector) {
  static_assert(array::Described<Struct>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");
  Schema schema{std::move(name), std::move(title), {}};
  if constexpr (array::Described<Struct>) {
    internal::add_columns<Struct>(schema.columns, form);
    if (schema.columns.empty())
      detail::fail(ErrorKind::misuse, "table '{}' would have no columns: the described struct has no members",
                   schema.name);
    schema.classes = internal::classes_of_members<Struct>();
  }
  return schema;
}

}  // namespace ramet::inline v1::table
