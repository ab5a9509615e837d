#include "ramet/dataset/rows/tree_rows.hpp"

#include <algorithm>
#include <utility>

#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::dataset {
namespace {

Column describe(std::string path, const tree::Branch& branch) {
  Column column;
  column.name = std::move(path);
  column.own_name = branch.name;
  column.type_name = branch.layout().type_name;
  column.is_group = branch.layout().packing == tree::Packing::nothing;
  if (branch.layout().is_readable()) column.type = branch.layout().type;
  column.reason = branch.layout().reason;
  column.entries = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.entries, 0));
  column.stored_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.zip_bytes, 0));
  column.unpacked_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(branch.total_bytes, 0));
  return column;
}

/// Threads: const-safe.
class TreeRows final : public Rows {
 public:
  TreeRows(std::shared_ptr<const File> file, const file::Key& key)
      : file_(std::move(file)), reader_(file_->tree(key)) {}

  std::uint64_t entries() const noexcept override { return reader_->tree().entries; }
  std::vector<std::uint64_t> cluster_starts() const override { return reader_->tree().cluster_starts; }

  std::vector<Column> columns() const override {
    std::vector<Column> columns;
    for (tree::NamedBranch& named : tree::all_branches(reader_->tree()))
      columns.push_back(describe(std::move(named.path), *named.branch));
    return columns;
  }

  std::optional<Column> find(std::string_view name) const override {
    const tree::Branch* branch = reader_->tree().find(name);
    return branch == nullptr ? std::nullopt : std::optional(describe(std::string(name), *branch));
  }

  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                 const ReadOptions& options) const override {
    return reader_->read(branches(names), entries, {options.executor, options.stop, options.progress});
  }

  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, RowsBody body) const override {
    reader_->for_each_batch(branches(names), entries, batch_entries, {options.executor, options.stop, options.progress},
                            [&](const tree::Batch& batch) { body(batch.entries, batch.columns); });
  }

 private:
  std::vector<const tree::Branch*> branches(std::span<const std::string> names) const {
    std::vector<const tree::Branch*> branches;
    for (const std::string& name : names) branches.push_back(&reader_->tree().at(name));
    return branches;
  }

  std::shared_ptr<const File> file_;  // has the layouts that the reader borrows
  std::shared_ptr<const tree::TreeReader> reader_;
};

}  // namespace

std::shared_ptr<const Rows> tree_rows(std::shared_ptr<const File> file, const file::Key& key) {
  return std::make_shared<const TreeRows>(std::move(file), key);
}

}  // namespace ramet::inline v1::dataset
