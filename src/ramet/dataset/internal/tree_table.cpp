#include "ramet/dataset/internal/tree_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ramet/schema/detail/range_text.hpp"
#include "ramet/tree/detail/group_reader.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::dataset {
namespace {

constexpr char objects_mark = '*';  // no C++ name has it

/// How a branch has numbers with fewer bits: of Float16_t or Double32_t, with the range in its leaf's title.
PackedNumbers packing_of(const tree::Branch& branch) {
  if (branch.leaves.size() != 1) return {};
  const tree::Leaf& leaf = branch.leaves.front();
  if (leaf.class_name != "TLeafF16" && leaf.class_name != "TLeafD32") return {};
  return {.range = schema::range_in(leaf.title)};
}

Column describe(const tree::Tree& tree, std::string path, const tree::Branch& branch) {
  Column column;
  column.name = std::move(path);
  column.own_name = branch.name;
  column.is_group = branch.is_group();
  if (column.is_group) {
    column.type_name = tree::group_type_name(branch);
    if (tree::is_readable_group(branch)) column.type = tree::group_type(branch);
  } else {
    const tree::ColumnLayout& layout = branch.layout();
    column.type_name = layout.type_name;
    if (layout.is_readable()) column.type = layout.type;
    column.reason = layout.reason;
    column.packed = packing_of(branch);
    const tree::Branch* const counter = tree::counter_of(tree, branch);
    if (counter != nullptr && layout.is_readable() && layout.type.kind == array::Kind::list && !counter->is_group())
      column.counter = counter->name;
  }
  column.entries = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.entries, 0));
  column.compressed_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.zip_bytes, 0));
  column.uncompressed_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.total_bytes, 0));
  return column;
}

/// Threads: const-safe.
class TreeTable final : public Table {
 public:
  TreeTable(std::shared_ptr<const File> file, std::shared_ptr<const tree::TreeReader> reader)
      : file_(std::move(file)), reader_(std::move(reader)) {}

  std::string name() const override { return fmt::format("'{}': tree '{}'", file_->name(), reader_->tree().name); }
  std::vector<std::string> files() const override { return {file_->name()}; }
  io::TrafficCounts traffic() const override { return file_->traffic(); }
  std::string table_name() const override { return reader_->tree().name; }
  std::uint64_t entries() const noexcept override { return reader_->tree().entries; }
  std::vector<std::uint64_t> cluster_starts() const override { return reader_->tree().cluster_starts; }

  std::vector<Column> columns() const override {
    std::vector<Column> columns;
    for (tree::NamedBranch& named : tree::all_branches(reader_->tree()))
      columns.push_back(describe(reader_->tree(), std::move(named.path), *named.branch));
    return columns;
  }

  std::optional<Column> find(std::string_view name) const override {
    if (const auto group = group_of(name)) return find_objects(*group);
    const tree::Branch* branch = reader_->tree().find(name);
    return branch == nullptr ? std::nullopt : std::optional(describe(reader_->tree(), std::string(name), *branch));
  }

  bool is_distant() const noexcept override { return file_->reader().source().read_ahead().has_value(); }
  bool will_read(std::span<const std::string> names, EntryRange entries) const override {
    std::vector<const tree::Branch*> known;
    for (const std::string& name : names)
      if (const tree::Branch* branch = reader_->tree().find(group_of(name).value_or(name))) known.push_back(branch);
    return reader_->will_read(known, entries);
  }

  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                 const ReadOptions& options) const override {
    return read(names, entries, options, false);
  }
  std::vector<array::Array> read_objects(std::span<const std::string> names, EntryRange entries,
                                         const ReadOptions& options) const override {
    return read(names, entries, options, true);
  }

  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, BatchBody body) const override {
    const std::vector<const tree::Branch*> wanted = branches(names);
    if (std::ranges::any_of(wanted, &tree::Branch::is_group))
      return for_each_cluster(names, entries, batch_entries, options, body);
    reader_->for_each_batch(wanted, entries, batch_entries, of_tree(options),
                            [&](const tree::Batch& batch) { body(batch.entries, batch.columns); });
  }

  std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string> names) const override {
    const std::vector<const tree::Branch*> wanted = branches(names);
    return std::ranges::any_of(wanted, &tree::Branch::is_group) ? nullptr : reader_->batch_reader(wanted);
  }

 private:
  /// The objects of a group; nothing if there is no such group, or if they cannot be assembled.
  std::optional<Column> find_objects(std::string_view group) const {
    const tree::Branch* const branch = reader_->tree().find(group);
    if (branch == nullptr || !branch->is_group()) return std::nullopt;
    Column column = describe(reader_->tree(), objects_name(group), *branch);
    try {
      column.type = tree::objects_type(*reader_, *branch);
    } catch (const Error&) {
      return std::nullopt;
    }
    return column;
  }

  /// `all_objects` also without asking by objects_name.
  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries, const ReadOptions& options,
                                 bool all_objects) const {
    const std::vector<const tree::Branch*> wanted = branches(names);
    std::vector<const tree::Branch*> single;
    std::ranges::copy_if(wanted, std::back_inserter(single), [](const tree::Branch* one) { return !one->is_group(); });
    std::vector<array::Array> read = reader_->read(single, entries, of_tree(options));
    if (single.size() == wanted.size()) return read;
    std::vector<array::Array> columns;
    auto next = read.begin();
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (!wanted[k]->is_group()) {
        columns.push_back(std::move(*next++));
        continue;
      }
      const auto& read_grouped = all_objects || group_of(names[k]) ? tree::read_objects : tree::read_group;
      columns.push_back(read_grouped(*reader_, *wanted[k], entries, of_tree(options), nullptr));
    }
    return columns;
  }

  static tree::ReadOptions of_tree(const ReadOptions& options) {
    return {options.executor, options.stop, options.progress};
  }

  /// Make batches with records of several branches: each cluster is read as a whole and then cut.
  void for_each_cluster(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                        const ReadOptions& options, BatchBody body) const {
    const auto run = [&](std::size_t number) {
      const EntryRange part = intersection(reader_->tree().cluster({number}), entries);
      if (part.empty()) return;
      const std::vector<array::Array> columns = read(names, part, options);
      for (std::uint64_t first = 0; first < part.size(); first += batch_entries) {
        const std::uint64_t last = std::min<std::uint64_t>(first + batch_entries, part.size());
        std::vector<array::Array> batch;
        for (const array::Array& column : columns) batch.push_back(column.slice(first, last));
        body({{part.first.number + first}, {part.first.number + last}}, batch);
      }
    };
    options.executor.for_each_index(reader_->tree().cluster_count(), run, options.stop);
  }

  std::vector<const tree::Branch*> branches(std::span<const std::string> names) const {
    std::vector<const tree::Branch*> branches;
    for (const std::string& name : names) branches.push_back(&reader_->tree().at(group_of(name).value_or(name)));
    return branches;
  }

  std::shared_ptr<const File> file_;  // owns the layouts that the reader borrows
  std::shared_ptr<const tree::TreeReader> reader_;
};

}  // namespace

std::optional<std::string_view> group_of(std::string_view name) {
  if (!name.starts_with(objects_mark)) return std::nullopt;
  return name.substr(1);
}

std::string objects_name(std::string_view group) { return objects_mark + std::string(group); }

std::shared_ptr<const Table> tree_table(std::shared_ptr<const File> file,
                                        std::shared_ptr<const tree::TreeReader> reader) {
  return std::make_shared<const TreeTable>(std::move(file), std::move(reader));
}

}  // namespace ramet::inline v1::dataset
