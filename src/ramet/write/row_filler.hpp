#pragma once

#include <type_traits>
#include <vector>

#include "ramet/array/value_column.hpp"
#include "ramet/table/described.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::write {

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

}  // namespace ramet::inline v1::write
