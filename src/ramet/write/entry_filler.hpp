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

/// The columns of a table that the members of a struct fill, in the order of the members; part of an EntryPlan.
/// Threads: const-safe.
class EntryColumns {
 public:
  explicit EntryColumns(const TableWriter& table);
  explicit EntryColumns(const FillContext& context);

  /// The number of the column of each member.
  const std::vector<std::size_t>& numbers() const noexcept { return numbers_; }
  /// The object::ConvertingColumn of each member, null if the member has the column's type; empty when all are null.
  const std::vector<std::shared_ptr<const void>>& conversions() const noexcept { return conversions_; }

  /// Find the column of the next member by its name or former name, and return the column's type. Throws
  /// Error(not_found) with similar names, and Error(misuse) when another member has the column already.
  const array::Type& add(std::string_view member, std::string_view former_name);
  /// Set the conversion of the member that was added last.
  void set_conversion(std::shared_ptr<const void> conversion);

  /// Throw Error(misuse), naming the column, when a context lacks one of the columns.
  void require(const FillContext& context) const {
    if (&context.schema() != schema_) require_same(context.schema());
  }

 private:
  void require_same(const table::Schema& schema) const;

  std::shared_ptr<const internal::OutputFile> file_;
  std::shared_ptr<const internal::TableOutput> table_;  // owns the schema
  const table::Schema* schema_;
  std::vector<std::size_t> numbers_;
  std::vector<std::shared_ptr<const void>> conversions_;
};

/// Maps the members of a struct to columns of a table, once for the EntryFillers of all its contexts. Members are
/// matched by name or former name (array::Description), and their values converted to the column's type
/// (object::make_converting_column), also in nested structs: a continued table may have been made for an older version
/// of the struct. Threads: immutable.
template <class Struct>
class EntryPlan {
  static_assert(array::Described<Struct>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");

 public:
  /// Throws Error(not_found) with similar names for a member without a column, Error(unsupported), naming the member,
  /// when it cannot be converted to its column, Error(misuse) when two members have the same column.
  explicit EntryPlan(const TableWriter& table) : EntryPlan(EntryColumns(table)) {}
  /// The same for a context, which may have fewer columns than its table by now.
  explicit EntryPlan(const FillContext& context) : EntryPlan(EntryColumns(context)) {}

 private:
  template <class>
  friend class EntryFiller;

  explicit EntryPlan(EntryColumns columns) {
    if constexpr (array::Described<Struct>) add_members<Struct>(columns);
    columns_ = std::make_shared<const EntryColumns>(std::move(columns));
  }

  template <array::Described Part>
  static void add_members(EntryColumns& columns) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { add_members<Base>(columns); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      const array::Type& type = columns.add(member.name, object::former_name_of<Part>(member.name));
      if (type == array::ValueColumn<Value>::type()) return;
      detail::while_doing([&] { return fmt::format("member '{}'", member.name); },
                          [&] { columns.set_conversion(object::make_converting_column<Value>(type)); });
    });
  }

  std::shared_ptr<const EntryColumns> columns_;
};

/// Fills entries from structs, also after the context was moved: both may be members of one class. Where contexts come
/// from a ContextPool, a filler that is made with a plan looks nothing up:
///
///   const EntryPlan<Hit> plan(table);                  once
///   const auto lease = pool.lend();                  in any thread, for any number of entries
///   EntryFiller<Hit>(*lease, plan).fill(hit);
///
/// Threads: as its context, which outlives it.
template <class Struct>
class EntryFiller {
 public:
  /// Throws as EntryPlan.
  explicit EntryFiller(FillContext& context) : EntryFiller(context, EntryPlan<Struct>(context)) {}
  /// Throws Error(misuse) when the context lacks columns of the plan.
  EntryFiller(FillContext& context, const EntryPlan<Struct>& plan) : context_(context.self_.get()), plan_(plan) {
    const EntryColumns& columns = *plan_.columns_;
    columns.require(context);
    if (!columns.conversions().empty()) conversions_ = columns.conversions().data();
    columns_.reserve(columns.numbers().size());
    for (const std::size_t number : columns.numbers()) columns_.push_back(&context.columns_[number]);
  }

  /// Add one entry. Throws as FillContext::end_entry, std::bad_alloc, and Error(misuse), naming the member and adding
  /// nothing, for a value that its column cannot hold.
  void fill(const Struct& entry) {
    if (conversions_ != nullptr) return fill_converted(entry);
    append_entry(entry);
    (*context_)->end_entry();
  }

  /// Add one entry if there is memory for it now. Otherwise add nothing and return false: others must release memory
  /// first, and FillContext::when_ready tells when to try again. Never waits. Throws as fill.
  bool try_fill(const Struct& entry) {
    conversions_ == nullptr ? append_entry(entry) : convert_entry(entry);
    return (*context_)->try_end_entry();
  }

 private:
  void append_entry(const Struct& entry) {
    if constexpr (array::Described<Struct>) {
      array::ArrayBuilder* const* column = columns_.data();
      try {
        append<Struct>(entry, column);
      } catch (...) {
        (*context_)->discard_entry();  // an entry has all members or none
        throw;
      }
    }
  }

  /// Append the members of a base, or of the struct itself, to the columns from `column` on.
  template <array::Described Part>
  static void append(const Part& entry, array::ArrayBuilder* const*& column) {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { append<Base>(entry, column); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      array::ValueColumn<Value>::append(**column++, entry.*member.pointer);
    });
  }

  /// Fill with conversions; a separate function, so that `fill` is short.
  [[gnu::noinline]] void fill_converted(const Struct& entry) {
    convert_entry(entry);
    (*context_)->end_entry();
  }

  void convert_entry(const Struct& entry) {
    if constexpr (array::Described<Struct>) {
      std::size_t number = 0;
      try {
        convert<Struct>(entry, number);
      } catch (...) {
        (*context_)->discard_entry();
        throw;
      }
    }
  }

  template <array::Described Part>
  void convert(const Part& entry, std::size_t& number) const {
    array::for_each_base<Part>([&]<class Base>(std::type_identity<Base>) { convert<Base>(entry, number); });
    array::for_each_member<Part>([&]<class Value>(const array::Member<Part, Value>& member) {
      array::ArrayBuilder& to = *columns_[number];
      const auto* const column = static_cast<const object::ConvertingColumn<Value>*>(conversions_[number++].get());
      if (column == nullptr) return array::ValueColumn<Value>::append(to, entry.*member.pointer);
      detail::while_doing([&] { return fmt::format("member '{}'", member.name); },
                          [&] { column->append(to, entry.*member.pointer); });
    });
  }

  FillContext* const* context_;  // the current address of the context
  EntryPlan<Struct> plan_;
  std::vector<array::ArrayBuilder*> columns_;
  const std::shared_ptr<const void>* conversions_ = nullptr;  // the plan's; null when no member needs one
};

}  // namespace ramet::inline v1::write
