#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/typed/converting_column.hpp"
#include "ramet/object/typed/target_type.hpp"
#include "ramet/table/described.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::write {

class TableWriter;

/// The columns of a table that the members of a struct fill, in the order of the members: what a RowPlan consists of.
/// Threads: const-safe.
class RowColumns {
 public:
  explicit RowColumns(const TableWriter& table);
  explicit RowColumns(const FillContext& context);

  /// For each member the number of its column.
  const std::vector<std::size_t>& numbers() const noexcept { return numbers_; }
  /// For each member the object::ConvertingColumn of its type, null where that is the column's; empty when all are
  /// null.
  const std::vector<std::shared_ptr<const void>>& conversions() const noexcept { return conversions_; }

  /// Find the next member's column by the member's name or its former one, and return its type. Throws
  /// Error(not_found), naming near names, and Error(misuse) when it is another member's already.
  const array::Type& add(std::string_view member, std::string_view former_name);
  /// How the member that was added last becomes its column.
  void set_conversion(std::shared_ptr<const void> conversion);

  /// Throws Error(misuse), naming the column, when a context has not the columns.
  void require(const FillContext& context) const {
    if (&context.schema() != schema_) require_same(context.schema());
  }

 private:
  void require_same(const table::Schema& schema) const;

  std::shared_ptr<const internal::OutputFile> file_;
  std::shared_ptr<const internal::TableOutput> table_;  // the schema is its
  const table::Schema* schema_;
  std::vector<std::size_t> numbers_;
  std::vector<std::shared_ptr<const void>> conversions_;
};

/// Which columns of a table a struct's members fill, found out once for the RowFillers of all of its contexts. Members
/// are matched by name or former name (array::Description), and their values converted to the column's type as
/// object::make_converting_column says, nested structs included: a table that is continued may have been made for an
/// older version of the struct. Threads: immutable.
template <class Struct>
class RowPlan {
  static_assert(array::Described<Struct>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");

 public:
  /// Throws Error(not_found), naming near names, for a member that has no column, Error(unsupported), naming the
  /// member, when it cannot become its column, Error(misuse) when two members have the same one.
  explicit RowPlan(const TableWriter& table) : RowPlan(RowColumns(table)) {}
  /// The same for a context, which may have fewer columns than its table has by now.
  explicit RowPlan(const FillContext& context) : RowPlan(RowColumns(context)) {}

 private:
  template <class>
  friend class RowFiller;

  explicit RowPlan(RowColumns columns) {
    if constexpr (array::Described<Struct>) add_members<Struct>(columns);
    columns_ = std::make_shared<const RowColumns>(std::move(columns));
  }

  template <array::Described Part>
  static void add_members(RowColumns& columns) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { add_members<Base>(columns); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      const array::Type& type = columns.add(member.name, object::former_name_of<Part>(member.name));
      if (type == array::ValueColumn<Value>::type()) return;
      while_doing([&] { return fmt::format("member '{}'", member.name); },
                  [&] { columns.set_conversion(object::make_converting_column<Value>(type)); });
    });
  }

  std::shared_ptr<const RowColumns> columns_;
};

/// Fills entries from structs, also after the context was moved: both may be members of one class. Where contexts come
/// from a ContextPool, a filler that is made with a plan looks nothing up:
///
///   const RowPlan<Hit> plan(table);                  once
///   const auto lease = pool.lend();                  in any thread, for any number of entries
///   RowFiller<Hit>(*lease, plan).fill(hit);
///
/// Threads: as its context, which outlives it.
template <class Struct>
class RowFiller {
 public:
  /// Throws as RowPlan.
  explicit RowFiller(FillContext& context) : RowFiller(context, RowPlan<Struct>(context)) {}
  /// Throws Error(misuse) when the context has not the plan's columns.
  RowFiller(FillContext& context, const RowPlan<Struct>& plan) : context_(context.self_.get()), plan_(plan) {
    const RowColumns& columns = *plan_.columns_;
    columns.require(context);
    if (!columns.conversions().empty()) conversions_ = columns.conversions().data();
    columns_.reserve(columns.numbers().size());
    for (const std::size_t number : columns.numbers()) columns_.push_back(&context.columns_[number]);
  }

  /// Add one entry. Throws as FillContext::end_entry, std::bad_alloc, and Error(misuse), naming the member, for a value
  /// that its column cannot hold, adding nothing.
  void fill(const Struct& row) {
    if (conversions_ != nullptr) return fill_converted(row);
    append_row(row);
    (*context_)->end_entry();
  }

  /// Add one entry if there is memory for it now. False, and nothing is added, when others have to give memory back
  /// first: try again when FillContext::when_ready says so. Never waits. Throws as fill.
  bool try_fill(const Struct& row) {
    conversions_ == nullptr ? append_row(row) : convert_row(row);
    return (*context_)->try_end_entry();
  }

 private:
  void append_row(const Struct& row) {
    if constexpr (array::Described<Struct>) {
      array::Array* const* column = columns_.data();
      try {
        append<Struct>(row, column);
      } catch (...) {
        (*context_)->discard_entry();  // all of its members, or none
        throw;
      }
    }
  }

  /// Append the members of a base, or of the struct itself, to the columns from `column` on.
  template <array::Described Part>
  static void append(const Part& row, array::Array* const*& column) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { append<Base>(row, column); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      array::ValueColumn<Value>::append(**column++, row.*member.pointer);
    });
  }

  /// As `fill` where some members are of other types than their columns; apart, so that `fill` is short.
  [[gnu::noinline]] void fill_converted(const Struct& row) {
    convert_row(row);
    (*context_)->end_entry();
  }

  void convert_row(const Struct& row) {
    if constexpr (array::Described<Struct>) {
      std::size_t number = 0;
      try {
        convert<Struct>(row, number);
      } catch (...) {
        (*context_)->discard_entry();
        throw;
      }
    }
  }

  template <array::Described Part>
  void convert(const Part& row, std::size_t& number) const {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { convert<Base>(row, number); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      array::Array& to = *columns_[number];
      const auto* const column = static_cast<const object::ConvertingColumn<Value>*>(conversions_[number++].get());
      if (column == nullptr) return array::ValueColumn<Value>::append(to, row.*member.pointer);
      while_doing([&] { return fmt::format("member '{}'", member.name); },
                  [&] { column->append(to, row.*member.pointer); });
    });
  }

  FillContext* const* context_;  // where it is now
  RowPlan<Struct> plan_;
  std::vector<array::Array*> columns_;
  const std::shared_ptr<const void>* conversions_ = nullptr;  // the plan's; null when no member needs one
};

}  // namespace ramet::inline v1::write
