#include "ramet/dataset/internal/ntuple_table.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "ramet/ntuple/ntuple_reader.hpp"

namespace ramet::inline v1::dataset {
namespace {

/// Threads: const-safe.
class NTupleTable final : public Table {
 public:
  NTupleTable(std::shared_ptr<const File> file, std::shared_ptr<const ntuple::NTupleReader> reader)
      : file_(std::move(file)), reader_(std::move(reader)) {}

  std::string name() const override { return fmt::format("'{}': ntuple '{}'", file_->name(), reader_->ntuple().name); }
  std::vector<std::string> files() const override { return {file_->name()}; }
  io::TrafficCounts traffic() const override { return file_->traffic(); }
  std::string table_name() const override { return reader_->ntuple().name; }
  std::uint64_t entries() const noexcept override { return reader_->ntuple().entries; }
  std::vector<std::uint64_t> cluster_starts() const override { return reader_->cluster_starts(); }

  std::vector<Column> columns() const override {
    std::vector<Column> columns;
    std::set<std::string, std::less<>> readable;  // fields below one of these are part of it
    for (const ntuple::Field* field : ntuple::named_fields(reader_->ntuple().schema)) {
      Column& column = columns.emplace_back(describe(*field));
      const ntuple::PageTotals totals = reader_->page_totals(*field);
      column.compressed_bytes = totals.compressed_bytes;
      column.uncompressed_bytes = totals.uncompressed_bytes;
      for (std::size_t dot = column.name.rfind('.'); dot != std::string::npos && dot > 0;
           dot = column.name.rfind('.', dot - 1))
        column.is_nested |= readable.contains(std::string_view(column.name).substr(0, dot));
      if (column.is_readable()) readable.insert(column.name);
    }
    return columns;
  }

  std::optional<Column> find(std::string_view name) const override {
    const ntuple::Field* field = reader_->ntuple().find(name);
    return field == nullptr ? std::nullopt : std::optional(describe(*field));
  }

  bool is_distant() const noexcept override { return file_->reader().source().read_ahead().has_value(); }
  bool will_read(std::span<const std::string> names, EntryRange entries) const override {
    std::vector<const ntuple::Field*> known;
    for (const std::string& name : names)
      if (const ntuple::Field* field = reader_->ntuple().find(name)) known.push_back(field);
    return reader_->will_read(known, entries);
  }

  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                 const ReadOptions& options) const override {
    return reader_->read(fields(names), entries, {options.executor, options.stop, options.progress});
  }

  std::vector<array::Array> read_objects(std::span<const std::string> names, EntryRange entries,
                                         const ReadOptions& options) const override {
    return read(names, entries, options);  // fields are stored as records and lists already
  }

  void for_each_batch(std::span<const std::string> names, EntryRange entries, std::size_t batch_entries,
                      const ReadOptions& options, BatchBody body) const override {
    reader_->for_each_batch(fields(names), entries, batch_entries, {options.executor, options.stop, options.progress},
                            [&](const ntuple::Batch& batch) { body(batch.entries, batch.columns); });
  }

  std::unique_ptr<array::BatchReader> batch_reader(std::span<const std::string> names) const override {
    return reader_->batch_reader(fields(names));
  }

 private:
  Column describe(const ntuple::Field& field) const {
    Column column;
    column.name = reader_->ntuple().path_of(field);
    column.own_name = field.name;
    column.type_name = field.type_name;
    const ntuple::FieldLayout layout = reader_->layout(field);
    if (layout.is_readable()) column.type = layout.type;
    column.reason = layout.reason;
    column.entries = entries();
    return column;
  }

  std::vector<const ntuple::Field*> fields(std::span<const std::string> names) const {
    std::vector<const ntuple::Field*> fields;
    for (const std::string& name : names) fields.push_back(&reader_->ntuple().at(name));
    return fields;
  }

  std::shared_ptr<const File> file_;  // owns the layouts that the reader borrows
  std::shared_ptr<const ntuple::NTupleReader> reader_;
};

}  // namespace

std::shared_ptr<const Table> ntuple_table(std::shared_ptr<const File> file,
                                          std::shared_ptr<const ntuple::NTupleReader> reader) {
  return std::make_shared<const NTupleTable>(std::move(file), std::move(reader));
}

}  // namespace ramet::inline v1::dataset
