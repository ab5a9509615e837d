#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/events/event_reader.hpp"
#include "ramet/dataset/joined_table.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/front/column.hpp"
#include "ramet/object/typed/array_plan.hpp"
#include "ramet/object/typed/target_type.hpp"

namespace ramet::inline v1::front {

/// A tree or an ntuple of an open file. It and its event readers keep the file and the session alive. Definitions,
/// filters and results of many columns in one pass: ramet::frame_of(table), of ramet/frame.hpp. Threads: const-safe.
class Table {
 public:
  Table(std::shared_ptr<const dataset::Session> session, const std::shared_ptr<const dataset::Table>& table);

  /// The number of entries.
  std::uint64_t size() const noexcept { return table_->entries(); }
  /// The names of its columns, in stored order; groups come before their members.
  std::vector<std::string> names() const;
  /// The description of a column. Throws Error(not_found) with similar names.
  dataset::Column column(std::string_view name) const;

  /// Read one column, of all entries or of a range, as C++ values: numbers, strings, containers, arrays and described
  /// structs (see object::StructPlan). Numbers are converted, and must fit. Throws Error(not_found) with similar names
  /// or the number of entries, Error(unsupported) when the column cannot be converted to this type, Error(corrupt),
  /// naming file, column and place.
  template <class Value>
  std::vector<Value> read(std::string_view column, std::optional<EntryRange> entries = std::nullopt) const {
    const array::Array values = read_objects(column, entries);
    const auto types = object::TargetTypes::of<Value>();
    return detail::while_doing([&] { return fmt::format("{}: column '{}'", table_->name(), column); },
                               [&] { return values_of<Value>(values, types->whole()); });
  }

  /// Read several columns in parallel. Throws as above.
  Columns read(std::span<const std::string> columns, std::optional<EntryRange> entries = std::nullopt) const;
  Columns read(std::initializer_list<std::string> columns, std::optional<EntryRange> entries = std::nullopt) const {
    return read(std::span(columns), entries);
  }

  /// The entries as described structs, for loops over them. Clusters are decoded by the session's executor unless the
  /// options name another one. Throws as dataset::EventReader.
  template <class Event>
  dataset::EventReader<Event> events(dataset::EventOptions options = {}) const {
    if (options.executor == nullptr) options.executor = &session_->executor();
    return dataset::EventReader<Event>(table_, options);
  }

  /// This table with the columns of another one beside its own, as friends of a tree:
  ///
  ///   const ramet::Table both = events.join(scores, {.on = {"run", "event"}});
  ///
  /// Both tables' files stay open with it. Throws as dataset::join_tables.
  Table join(const Table& other, dataset::JoinOptions options = {}) const;

  const dataset::Table& table() const noexcept { return *table_; }
  /// The same, which keep the file and the session.
  const std::shared_ptr<const dataset::Table>& shared_table() const noexcept { return table_; }
  const std::shared_ptr<const dataset::Session>& session() const noexcept { return session_; }

 private:
  template <class Value>
  static std::vector<Value> values_of(const array::Array& array, const object::TargetType& target) {
    const object::ArrayPlan plan(array.type(), target);
    std::vector<Value> values(array.length());
    if constexpr (std::is_same_v<Value, bool>) {
      for (std::size_t index = 0; index < values.size(); ++index) {
        bool value = false;
        plan.read(array, index, &value);
        values[index] = value;
      }
    } else {
      plan.read_all(array, values.data());
    }
    return values;
  }

  EntryRange range_of(std::optional<EntryRange> entries) const;
  array::Array read_objects(std::string_view column, std::optional<EntryRange> entries) const;

  std::shared_ptr<const dataset::Session> session_;
  std::shared_ptr<const dataset::Table> table_;  // keeps the session alive, whose executor reads them
};

}  // namespace ramet::inline v1::front
