#include "ramet/dataset/joined_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ramet/array/array.hpp"
#include "ramet/array/batch.hpp"
#include "ramet/core/error.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/index.hpp"
#include "ramet/dataset/internal/partners.hpp"
#include "ramet/dataset/internal/tree_table.hpp"

namespace ramet::inline v1::dataset {
namespace {

using Arrays = std::vector<array::Array>;

internal::IndexNumbers numbers_of(const Table& table, std::span<const std::string> names, EntryRange entries,
                                  const ReadOptions& reading) {
  for (const std::string& name : names)
    if (!table.find(name)) detail::fail(ErrorKind::not_found, "{} has no column '{}' to join on", table.name(), name);
  return detail::while_doing([&] { return table.name(); },
                             [&] { return internal::index_numbers(table.read(names, entries, reading), names); });
}

/// The columns of two tables. Threads: const-safe.
class JoinedTable final : public Table {
 public:
  JoinedTable(std::shared_ptr<const Table> table, std::shared_ptr<const Table> other, JoinOptions options,
              const ReadOptions& reading)
      : table_(std::move(table)), other_(std::move(other)), options_(std::move(options)) {
    if (options_.on.size() > 2)
      detail::fail(ErrorKind::misuse, "{} columns to join on, expected at most 2", options_.on.size());
    if (options_.on.empty()) {
      if (table_->entries() > other_->entries())
        detail::fail(ErrorKind::misuse, "{} has {} entries, {} has {}: joining entry to entry needs at least as many",
                     table_->name(), table_->entries(), other_->name(), other_->entries());
      return;
    }
    numbers_of(*table_, options_.on, {}, reading);  // that it has them, and that they are whole
    const internal::IndexNumbers numbers = numbers_of(*other_, options_.on, {{0}, {other_->entries()}}, reading);
    index_.emplace(numbers.major, numbers.minor);
  }

  std::string name() const override { return table_->name(); }
  std::string table_name() const override { return table_->table_name(); }
  std::vector<std::string> files() const override {
    std::vector<std::string> files = table_->files();
    for (std::string& file : other_->files()) files.push_back(std::move(file));
    return files;
  }
  std::uint64_t entries() const noexcept override { return table_->entries(); }
  std::vector<std::uint64_t> cluster_starts() const override { return table_->cluster_starts(); }

  std::vector<Column> columns() const override {
    std::vector<Column> all = table_->columns();
    for (Column& column : other_->columns()) {
      if (!options_.name.empty()) column.name = fmt::format("{}.{}", options_.name, column.name);
      if (!table_->find(column.name)) all.push_back(joined(std::move(column)));
    }
    return all;
  }

  std::optional<Column> find(std::string_view name) const override {
    if (auto own = table_->find(name)) return own;
    if (const auto group = group_of(name); group && table_->find(*group)) return std::nullopt;
    const auto other = name_in_other(name);
    if (!other) return std::nullopt;
    auto column = other_->find(*other);
    column->name = name;
    return joined(*std::move(column));
  }

  bool is_distant() const noexcept override { return table_->is_distant(); }
  bool will_read(std::span<const std::string> names, EntryRange entries) const override {
    return table_->will_read(names, entries);
  }

  Arrays read(std::span<const std::string> names, EntryRange entries, const ReadOptions& options) const override {
    return read_by(&Table::read, names, entries, options);
  }
  Arrays read_objects(std::span<const std::string> names, EntryRange entries,
                      const ReadOptions& options) const override {
    return read_by(&Table::read_objects, names, entries, options);
  }

  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, BatchBody body) const override {
    if (std::ranges::all_of(names, [&](const std::string& name) { return table_->find(name).has_value(); }))
      return table_->for_each_batch(names, entries, batch_entries, options, body);
    if (batch_entries == 0) detail::fail(ErrorKind::misuse, "batches of 0 entries");
    if (entries.last < entries.first || entries.last.number > this->entries())
      detail::fail(ErrorKind::not_found, "{} has {} entries, not {}..{}", name(), this->entries(), entries.first.number,
                   entries.last.number);
    const std::vector<EntryRange> parts = clusters_in(entries);
    options.executor.for_each_index(
        parts.size(),
        [&](std::size_t part) {
          const Arrays columns = read(names, parts[part], options);
          for (std::uint64_t done = 0; done < parts[part].size(); done += batch_entries) {
            const std::uint64_t end = std::min<std::uint64_t>(done + batch_entries, parts[part].size());
            Arrays batch;
            for (const array::Array& column : columns) batch.push_back(column.slice(done, end));
            const std::uint64_t first = parts[part].first.number;
            body({{first + done}, {first + end}}, batch);
          }
        },
        options.stop);
  }

  // Null for columns of the other table: they are gathered.
  std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string> names) const override {
    for (const std::string& name : names)
      if (!table_->find(name)) return nullptr;
    return table_->batch_reader(names);
  }

 private:
  using Read = Arrays (Table::*)(std::span<const std::string>, EntryRange, const ReadOptions&) const;

  std::optional<std::string> name_in_other(std::string_view name) const {
    return internal::name_in_other(options_.name, name,
                                   [&](std::string_view column) { return other_->find(column).has_value(); });
  }

  Column joined(Column column) const {
    if (column.type && index_) column.type = internal::type_of_partners(*column.type, options_.unmatched);
    column.packed = {};  // a value that is missing is another one
    column.entries = entries();
    return column;
  }

  std::vector<EntryRange> clusters_in(EntryRange entries) const {
    std::vector<EntryRange> parts;
    const std::vector<std::uint64_t> starts = table_->cluster_starts();
    for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster) {
      const EntryRange part = intersection({{starts[cluster]}, {starts[cluster + 1]}}, entries);
      if (!part.empty()) parts.push_back(part);
    }
    return parts;
  }

  Arrays read_by(Read read, std::span<const std::string> names, EntryRange entries, const ReadOptions& options) const {
    std::vector<std::string> own;
    std::vector<std::string> of_other;
    std::vector<std::pair<bool, std::size_t>> places;  // whether it is of the other table, and the number there
    for (const std::string& name : names) {
      const auto found = table_->find(name) ? std::nullopt : name_in_other(name);
      places.emplace_back(found.has_value(), found ? of_other.size() : own.size());
      found ? of_other.push_back(*found) : own.push_back(name);  // an unknown name is the first table's error
    }
    Arrays read_own = own.empty() ? Arrays() : ((*table_).*read)(own, entries, options);
    Arrays read_other = of_other.empty() ? Arrays() : read_of_other(read, of_other, entries, options);
    Arrays all;
    for (const auto& [is_of_other, number] : places)
      all.push_back(std::move(is_of_other ? read_other[number] : read_own[number]));
    return all;
  }

  Arrays read_of_other(Read read, std::span<const std::string> names, EntryRange entries,
                       const ReadOptions& options) const {
    if (!index_) return ((*other_).*read)(names, entries, options);
    const internal::IndexNumbers numbers = numbers_of(*table_, options_.on, entries, options);
    std::vector<std::uint64_t> partners = internal::partners_of(numbers, *index_, options_.unmatched, options_.on,
                                                                entries.first.number, other_->name(), table_->name());
    return internal::values_of_partners(std::move(partners), options_.unmatched,
                                        [&](EntryRange all) { return ((*other_).*read)(names, all, options); });
  }

  std::shared_ptr<const Table> table_;
  std::shared_ptr<const Table> other_;
  JoinOptions options_;
  std::optional<Index> index_;
};

}  // namespace

std::shared_ptr<const Table> join_tables(std::shared_ptr<const Table> table, std::shared_ptr<const Table> other,
                                         JoinOptions options, const ReadOptions& reading) {
  return std::make_shared<const JoinedTable>(std::move(table), std::move(other), std::move(options), reading);
}

}  // namespace ramet::inline v1::dataset
