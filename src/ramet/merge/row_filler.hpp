#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/merge/fill_context.hpp"
#include "ramet/object/described/class_specs.hpp"
#include "ramet/tree/encode/tree_schema.hpp"

namespace ramet::inline v1::merge {

namespace internal {

template <array::Described Struct>
void add_columns(std::vector<tree::ColumnSpec>& columns) {
  array::for_each_base<Struct>([&]<class Base>(std::type_identity<Base>) { add_columns<Base>(columns); });
  array::for_each_member<Struct>([&]<class Value>(const array::Member<Struct, Value>& member) {
    using Column = array::ValueColumn<Value>;
    tree::ColumnSpec spec{.name = std::string(member.name), .type = Column::type()};
    if constexpr (!Column::is_plain) spec.type_name = Column::type_name();
    columns.push_back(std::move(spec));
  });
}

/// The classes of a struct's members and those of its bases; its own becomes columns.
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

/// The columns of a described struct, those of its bases before its own, and the classes that their values are of. What
/// is more than numbers, strings, arrays and vectors of them gets a type_name, by which it is stored as the C++ type
/// that it is. Throws Error(misuse) as object::class_specs_of, and for a struct that has no members.
template <class Struct>
tree::TreeSchema schema_of(std::string name, std::string title = {}) {
  static_assert(array::Described<Struct>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");
  tree::TreeSchema schema{std::move(name), std::move(title), {}};
  if constexpr (array::Described<Struct>) {
    internal::add_columns<Struct>(schema.columns);
    if (schema.columns.empty())
      fail(ErrorKind::misuse, "tree '{}' would have no columns, as the described struct has no members", schema.name);
    schema.classes = internal::classes_of_members<Struct>();
  }
  return schema;
}

/// Fills entries from structs, also after the context was moved: both may be members of one class. Threads: as its
/// context, which outlives it.
template <class Struct>
class RowFiller {
  static_assert(array::Described<Struct>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");

 public:
  /// Throws Error(not_found) or Error(misuse) when the context's tree has not the members' columns.
  explicit RowFiller(FillContext& context) : context_(context.self_.get()) {
    if constexpr (array::Described<Struct>) find_columns<Struct>(context);
  }

  /// Add one entry. Throws as FillContext::end_entry, and std::bad_alloc, adding nothing.
  void fill(const Struct& row) {
    if constexpr (array::Described<Struct>) {
      array::Array* const* column = columns_.data();
      try {
        append<Struct>(row, column);
      } catch (...) {
        (*context_)->discard_entry();  // all of its members, or none
        throw;
      }
    }
    (*context_)->end_entry();
  }

 private:
  template <array::Described Part>
  void find_columns(FillContext& context) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { find_columns<Base>(context); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      columns_.push_back(&context.column_of(member.name, array::ValueColumn<Value>::type()));
    });
  }

  /// Append the members of a base, or of the struct itself, to the columns from `column` on.
  template <array::Described Part>
  static void append(const Part& row, array::Array* const*& column) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { append<Base>(row, column); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      array::ValueColumn<Value>::append(**column++, row.*member.pointer);
    });
  }

  FillContext* const* context_;  // where it is now
  std::vector<array::Array*> columns_;
};

}  // namespace ramet::inline v1::merge
