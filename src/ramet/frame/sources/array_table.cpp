#include "ramet/frame/sources/array_table.hpp"

#include <algorithm>
#include <set>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame {
namespace {

/// Entries are worked on in such parts.
constexpr std::uint64_t entries_per_cluster = std::uint64_t{1} << 17;

using Columns = std::vector<std::pair<std::string, array::Array>>;

/// Threads: const-safe.
class ArrayTable final : public dataset::Table {
 public:
  ArrayTable(Columns columns, std::uint64_t entries, std::vector<array::Type> types)
      : columns_(std::move(columns)), types_(std::move(types)), entries_(entries) {}

  std::string name() const override { return "columns in memory"; }
  std::uint64_t entries() const noexcept override { return entries_; }

  std::vector<std::uint64_t> cluster_starts() const override {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t first = 0; first < entries_; first += entries_per_cluster) starts.push_back(first);
    starts.push_back(entries_);
    return starts;
  }

  std::vector<dataset::Column> columns() const override {
    std::vector<dataset::Column> all;
    for (std::size_t place = 0; place < columns_.size(); ++place) all.push_back(described(place));
    return all;
  }

  std::optional<dataset::Column> find(std::string_view name) const override {
    const auto place = static_cast<std::size_t>(find_column(name) - columns_.begin());
    return place == columns_.size() ? std::nullopt : std::optional(described(place));
  }

  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                 const dataset::ReadOptions& options) const override {
    throw_if_stopped(options.stop);
    if (entries_ < entries.last.number)
      detail::fail(ErrorKind::not_found, "columns in memory have {} entries, not {}..{}", entries_,
                   entries.first.number, entries.last.number);
    std::vector<array::Array> read;
    for (const std::string& name : names) {
      const auto found = find_column(name);
      if (found == columns_.end()) detail::fail(ErrorKind::not_found, "there is no column '{}'", name);
      read.push_back(found->second.slice(entries.first.number, entries.last.number));
    }
    return read;
  }

  std::vector<array::Array> read_objects(std::span<const std::string> names, EntryRange entries,
                                         const dataset::ReadOptions& options) const override {
    return read(names, entries, options);
  }

  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const dataset::ReadOptions& options, dataset::BatchBody body) const override {
    if (batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
    const std::uint64_t count = (entries.size() + batch_entries - 1) / batch_entries;
    options.executor.for_each_index(
        count,
        [&](std::size_t batch) {
          const EntryNumber first{entries.first.number + batch * batch_entries};
          const EntryRange part{first, {std::min(first.number + batch_entries, entries.last.number)}};
          body(part, read(names, part, options));
        },
        options.stop);
  }

  std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string>) const override { return nullptr; }

 private:
  dataset::Column described(std::size_t place) const {
    const auto& [name, array] = columns_[place];
    dataset::Column column;
    column.name = name;
    column.own_name = name;
    column.type_name = array::to_string(array.type());
    column.type = types_[place];
    column.entries = array.length();
    column.uncompressed_bytes = array.byte_count();
    return column;
  }

  Columns::const_iterator find_column(std::string_view name) const noexcept {
    return std::ranges::find(columns_, name, &Columns::value_type::first);
  }

  Columns columns_;
  std::vector<array::Type> types_;  ///< of each column
  std::uint64_t entries_;
};

}  // namespace

std::shared_ptr<const dataset::Table> table_of_arrays(Columns columns, std::uint64_t entries,
                                                      std::vector<array::Type> types) {
  std::set<std::string_view> names;
  for (const auto& [name, array] : columns) {
    if (!names.insert(name).second) detail::fail(ErrorKind::misuse, "two columns '{}'", name);
    if (array.length() != entries)
      detail::fail(ErrorKind::misuse, "column '{}' has {} values for {} entries", name, array.length(), entries);
  }
  if (types.empty())
    for (const auto& column : columns) types.push_back(column.second.type());
  if (!std::ranges::equal(types, columns, {}, {}, [](const auto& column) { return column.second.type(); }))
    detail::fail(ErrorKind::misuse, "the types of columns in memory are not theirs");
  return std::make_shared<const ArrayTable>(std::move(columns), entries, std::move(types));
}

}  // namespace ramet::inline v1::frame
