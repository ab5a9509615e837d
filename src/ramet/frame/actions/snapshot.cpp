#include "ramet/frame/actions/snapshot.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"
#include "ramet/frame/internal/parts/snapshot_parts.hpp"
#include "ramet/frame/internal/varied_rows.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/table/detail/vector_objects.hpp"
#include "ramet/write/context_pool.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::frame {

/// The file while it is written. Threads: any.
struct SnapshotAction::Output {
  Output(const SnapshotPlace& place, const table::Schema& schema, std::size_t tasks, const ReadOptions& options)
      : executor(options.executor),
        stored(schema.columns),
        writer(open_writer(place, schema, options)),
        table(add_table(*writer, place, schema, options)),
        pool(table, options.executor.concurrency()) {
    // Tasks that run ahead wait for earlier ones when memory is used up, but not for those that will not come.
    table.expect_parts(tasks);
    ending.emplace(options.stop.token(), NoMoreParts{&table});
  }

  /// Threads: any.
  struct NoMoreParts {
    write::TableWriter* table;
    void operator()() const noexcept { table->expect_parts(0); }
  };

  static std::unique_ptr<write::ParallelWriter> open_writer(const SnapshotPlace& place, const table::Schema& schema,
                                                            const ReadOptions& options) {
    if (place.open) return place.open(place.writer);
    if (place.updates) return write::ParallelWriter::update(place.path, place.writer);
    // A table that cannot be written is refused before its file replaces another.
    const auto trial = write::ParallelWriter::create(std::make_unique<io::MemorySink>(), place.writer);
    add_table(*trial, place, schema, options);
    return write::ParallelWriter::recreate(place.path, place.writer);
  }

  static write::TableWriter add_table(write::ParallelWriter& writer, const SnapshotPlace& place, table::Schema schema,
                                      const ReadOptions& options) {
    write::TableOptions table_options = place.table;
    table_options.executor = &options.executor;
    // Tasks are small where entries are: clusters of the size that was asked for are made of several.
    if (table_options.gather_bytes == 0) table_options.gather_bytes = table_options.cluster_bytes;
    if (!place.directory.empty()) schema.name = fmt::format("{}/{}", place.directory, schema.name);
    if (place.continues) return writer.open_table(schema.name, table_options);
    return writer.add_table(std::move(schema), table_options);
  }

  schedule::Executor& executor;
  const std::vector<table::Column> stored;
  std::unique_ptr<write::ParallelWriter> writer;
  write::TableWriter table;
  write::ContextPool pool;
  std::optional<std::stop_callback<NoMoreParts>> ending;
};

/// The rows of a task. They are handed over when it is done, so that those of one that fails are not written.
class SnapshotAction::RowsPartial final : public Partial {
 public:
  explicit RowsPartial(std::span<const array::Type> types) {
    for (const array::Type& type : types) columns.emplace_back(type);
  }

  void add(const Chosen& chosen) override {
    for (std::size_t column = 0; column < columns.size(); ++column)
      array::append(columns[column], chosen.values[column]);
  }

  std::vector<array::ArrayBuilder> columns;
};

/// Brings the rows of a version. Threads: as Action.
class SnapshotAction::UnderVariation final : public Action {
 public:
  UnderVariation(SnapshotAction& snapshot, std::size_t version, std::vector<std::string> columns)
      : snapshot_(snapshot), version_(version), columns_(std::move(columns)) {}

  std::string name() const override { return snapshot_.name(); }
  std::vector<std::string> columns() const override { return columns_; }
  bool takes_stored() const override { return true; }
  bool takes_option(std::size_t column) const override {
    const auto place = std::ranges::find(snapshot_.columns_, columns_[column]);
    return snapshot_.takes_option(static_cast<std::size_t>(place - snapshot_.columns_.begin()));
  }
  void check(std::span<const array::Type>) const override {}  // they are the nominal ones
  void begin(std::span<const array::Type>, std::span<const Task>, const ReadOptions&) override {}
  std::unique_ptr<Partial> partial(const Task&) override { return snapshot_.varied_->partial(version_); }
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override {
    if (auto rows = snapshot_.varied_->end(task, version_, std::move(partial))) snapshot_.write(task, std::move(*rows));
  }
  void finish() override {}
  std::shared_ptr<Action> varied(std::string_view variation) const override { return snapshot_.varied(variation); }

 private:
  SnapshotAction& snapshot_;
  std::size_t version_;
  std::vector<std::string> columns_;
};

SnapshotAction::SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns)
    : SnapshotAction(std::move(place), std::move(schema), std::move(columns), nullptr) {}

SnapshotAction::SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns,
                               std::shared_ptr<internal::VariedRows> rows)
    : place_(std::move(place)), schema_(std::move(schema)), columns_(std::move(columns)), varied_(std::move(rows)) {
  if (schema_.columns.size() != columns_.size())
    detail::fail(ErrorKind::misuse, "{}: {} columns for a schema of {}", name(), columns_.size(),
                 schema_.columns.size());
}

SnapshotAction::~SnapshotAction() = default;

void SnapshotAction::check(std::span<const array::Type> types) const {
  for (std::size_t column = 0; column < types.size(); ++column)
    if (const table::Column& stored = schema_.columns[column];
        types[column] != stored.type && types[column] != table::type_of_coordinates(stored))
      detail::fail(ErrorKind::misuse, "{}: column '{}' is of type {}, and would be stored as {}", name(),
                   columns_[column], array::to_string(types[column]), array::to_string(stored.type));
}

void SnapshotAction::begin(std::span<const array::Type> types, std::span<const Task> tasks,
                           const ReadOptions& options) {
  types_.assign(types.begin(), types.end());
  output_ = std::make_unique<Output>(
      place_, varied_ != nullptr ? varied_->schema(schema_, place_.table.format) : schema_, tasks.size(), options);
}

std::unique_ptr<Partial> SnapshotAction::partial(const Task&) {
  if (varied_ != nullptr) return varied_->partial(0);
  return std::make_unique<RowsPartial>(types_);
}

void SnapshotAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  if (varied_ == nullptr) return write(task, array::finish(std::move(static_cast<RowsPartial&>(*partial).columns)));
  if (auto rows = varied_->end(task, 0, std::move(partial))) write(task, std::move(*rows));
}

void SnapshotAction::write(const Task& task, std::vector<array::Array> rows) {
  if (output_ == nullptr) return;  // tasks that were left out elsewhere
  const bool is_empty = rows.empty() || rows.front().length() == 0;
  if (is_empty && !place_.writer.reproducible) return;
  detail::while_doing([&] { return name(); },
                      [&] {
                        write::ContextPool::Lease context = output_->pool.lend(task.number - first_task_);
                        for (std::size_t column = 0; column < rows.size(); ++column)
                          rows[column] = table::as_objects(rows[column], output_->stored[column]);
                        if (!is_empty) context->extend(rows);
                        context.end_part();
                      });
}

void SnapshotAction::put_mask_bits() {
  const std::string name = internal::mask_bits_name(schema_.name);
  output_->writer->put(place_.directory.empty() ? name : place_.directory + "/" + name,
                       internal::payload_of(varied_->mask_bits(schema_)));
}

void SnapshotAction::finish() {
  if (parts_ == nullptr) return finish_output();
  if (parts_->is_empty()) {  // all was left out
    output_ = std::make_unique<Output>(place_, schema_, 0, *options_);
    finish_output();
  }
  parts_->join(place_.join, report_);
  parts_.reset();
}

void SnapshotAction::finish_output() {
  output_->pool.close();
  if (varied_ != nullptr) put_mask_bits();
  if (place_.along) place_.along->write(*output_->writer, {.executor = output_->executor});
  output_->writer->close();
  report_ = output_->table.report();  // the entries of an ntuple are counted by now
  output_.reset();
}

void SnapshotAction::abandon() noexcept {
  parts_.reset();
  if (output_ == nullptr) return;
  if (!part_file_.empty()) {
    output_.reset();
    std::error_code ignored;
    std::filesystem::remove(part_file_, ignored);
    return;
  }
  try {
    output_->table.expect_parts(0);
    output_->writer->checkpoint();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the file is as of the checkpoint before
  }
  output_.reset();
}

std::shared_ptr<Action> SnapshotAction::varied(std::string_view) const {
  detail::fail(ErrorKind::unsupported, "{} has no variations: write varied columns beside each other", name());
}

std::string SnapshotAction::described() const {
  const bool is_plain = !place_.updates && !place_.open && place_.along == nullptr && varied_ == nullptr;
  if (!is_plain || !place_.join)
    detail::fail(ErrorKind::unsupported, "{}: {} cannot be written by other processes", name(),
                 is_plain                        ? "a file without a function that joins parts"
                 : place_.updates || place_.open ? "a table in an existing file"
                 : varied_                       ? "columns of variations"
                                                 : "what is taken along");
  const auto has_counter = [](const table::Column& column) { return !column.counter.empty(); };
  internal::JsonText json;
  json.add("kind", "snapshot").add("columns", columns_);
  json.add("file", std::filesystem::absolute(place_.path).string()).add("directory", place_.directory);
  json.add("name", schema_.name).add("format", place_.table.format == write::Format::ttree ? "ttree" : "rntuple");
  json.add("counted", std::ranges::any_of(schema_.columns, has_counter));
  json.add_json("compression",
                place_.writer.compression ? std::to_string(place_.writer.compression->code()) : std::string("null"));
  json.add("cluster_entries", place_.table.cluster_entries).add("cluster_bytes", place_.table.cluster_bytes);
  return json.text();
}

void SnapshotAction::begin_elsewhere(std::span<const array::Type>, std::span<const Task>, const ReadOptions& options) {
  parts_ = std::make_unique<internal::SnapshotParts>(place_.path);
  options_.emplace(options);
}

SnapshotPlace SnapshotAction::part_place(std::filesystem::path file) const {
  SnapshotPlace place{.path = std::move(file), .directory = place_.directory};
  place.writer = place_.writer;
  place.table = place_.table;
  return place;
}

void SnapshotAction::begin_part(std::span<const array::Type> types, std::span<const Task>, TaskRange part,
                                const ReadOptions& options) {
  types_.assign(types.begin(), types.end());
  part_file_ = internal::new_part_file(place_.path);
  first_task_ = part.first;
  output_ = std::make_unique<Output>(part_place(part_file_), schema_, part.size(), options);
}

void SnapshotAction::write_part(TaskRange, bytes::ByteWriter& to) {
  detail::while_doing([&] { return name(); }, [&] { finish_output(); });
  internal::write_part_file(part_file_, report_, to);
  part_file_.clear();
}

std::unique_ptr<Contribution> SnapshotAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  return internal::contribution_of(internal::read_part_file(place_.path, tasks, from));
}

void SnapshotAction::add_part(std::unique_ptr<Contribution> part) {
  parts_->add(std::move(internal::value_of<internal::PartFile>(*part)));
}

std::shared_ptr<Action> SnapshotAction::under(std::size_t version, std::vector<std::string> columns) {
  return std::make_shared<UnderVariation>(*this, version, std::move(columns));
}

}  // namespace ramet::inline v1::frame
