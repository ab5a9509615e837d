#include "ramet/dataset/internal/ntuple_table.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::dataset {
namespace {

/// Finds how the numbers below a field are stored with fewer bits. Threads: one thread.
class Packing {
 public:
  explicit Packing(const ntuple::Schema& schema) noexcept : schema_(schema) {}

  /// Nothing, too, if they are stored in several ways, or in one that table::Column has no words for.
  PackedNumbers of(const ntuple::Field& field) {
    add(field);
    if (!coding_ || are_several_) return {};
    PackedNumbers packed{.is_of_ntuple = true};
    switch (coding_->type) {
      case ntuple::ColumnType::real16:
      case ntuple::ColumnType::split_real16:
        packed.half_precision = true;
        break;
      case ntuple::ColumnType::real32_trunc:
        packed.range = words_for(fmt::format("[0,0,{}]", coding_->bits - sign_and_exponent_bits));
        break;
      case ntuple::ColumnType::real32_quant:
        packed.range = words_for(fmt::format("[{},{},{}]", coding_->minimum, coding_->maximum, coding_->bits));
        break;
      default:
        if (field.type_alias == "Double32_t") packed.range = "[]";
    }
    return packed;
  }

 private:
  static constexpr int sign_and_exponent_bits = 9;

  void add(const ntuple::Field& field) {
    for (const auto& columns : field.representations)
      for (const ntuple::ColumnNumber number : columns) add(schema_.column(number).coding);
    for (const ntuple::FieldNumber below : field.fields) add(schema_.field(below));
  }
  void add(const ntuple::ColumnCoding& coding) {
    const array::NumberType number = coding.number();
    if (coding.kind() != ntuple::ElementKind::number) return;
    if (number != array::NumberType::float32 && number != array::NumberType::float64) return;
    are_several_ = are_several_ || (coding_ && !is_same(*coding_, coding));
    coding_ = coding;
  }
  static bool is_same(const ntuple::ColumnCoding& one, const ntuple::ColumnCoding& other) noexcept {
    return one.type == other.type && one.bits == other.bits && one.minimum == other.minimum &&
           one.maximum == other.maximum;
  }
  /// The text, if it is read as the same coding.
  std::string words_for(std::string text) const {
    const schema::ValueRange range = schema::parse_range(text);
    const bool is_cut = coding_->type == ntuple::ColumnType::real32_trunc;
    const double steps = range.factor * (range.maximum - range.minimum);
    const bool is_same = is_cut ? range.factor == 0 && range.bits == coding_->bits - sign_and_exponent_bits
                                : range.minimum == coding_->minimum && range.maximum == coding_->maximum &&
                                      coding_->bits > 1 && steps > 0;
    return is_same ? std::move(text) : std::string();
  }

  const ntuple::Schema& schema_;
  std::optional<ntuple::ColumnCoding> coding_;
  bool are_several_ = false;
};

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
    if (field.is_top()) column.packed = Packing(reader_->ntuple().schema).of(field);
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
