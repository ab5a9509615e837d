#include "ramet/frame/actions/snapshot.hpp"

#include <string>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/internal/varied_rows.hpp"
#include "ramet/write/context_pool.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::frame {

/// The file while it is written. Threads: any.
struct SnapshotAction::Output {
  Output(const SnapshotPlace& place, const table::Schema& schema, std::size_t tasks, const ReadOptions& options)
      : executor(options.executor),
        writer(place.updates ? write::ParallelWriter::update(place.path, place.writer)
                             : write::ParallelWriter::recreate(place.path, place.writer)),
        table(add_table(place, schema, options)),
        pool(table, options.executor.concurrency()) {
    // Tasks that run ahead wait for earlier ones when memory is used up, but not for those that will not come.
    table.expect_parts(tasks);
    ending.emplace(options.stop, NoMoreParts{&table});
  }

  /// Threads: any.
  struct NoMoreParts {
    write::TableWriter* table;
    void operator()() const noexcept { table->expect_parts(0); }
  };

  write::TableWriter add_table(const SnapshotPlace& place, table::Schema schema, const ReadOptions& options) {
    write::TableOptions table_options = place.table;
    table_options.executor = &options.executor;
    if (!place.directory.empty()) schema.name = fmt::format("{}/{}", place.directory, schema.name);
    return writer->add_table(std::move(schema), table_options);
  }

  schedule::Executor& executor;
  std::unique_ptr<write::ParallelWriter> writer;
  write::TableWriter table;
  write::ContextPool pool;
  std::optional<std::stop_callback<NoMoreParts>> ending;
};

/// The rows of a task. They are handed over when it is done, so that those of one that fails are not written.
class SnapshotAction::RowsPartial final : public Partial {
 public:
  explicit RowsPartial(const table::Schema& schema) {
    for (const table::Column& column : schema.columns) columns.emplace_back(column.type);
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
    if (types[column] != schema_.columns[column].type)
      detail::fail(ErrorKind::misuse, "{}: column '{}' is of type {}, and would be stored as {}", name(),
                   columns_[column], array::to_string(types[column]), array::to_string(schema_.columns[column].type));
}

void SnapshotAction::begin(std::span<const array::Type>, std::span<const Task> tasks, const ReadOptions& options) {
  output_ = std::make_unique<Output>(
      place_, varied_ != nullptr ? varied_->schema(schema_, place_.table.format) : schema_, tasks.size(), options);
}

std::unique_ptr<Partial> SnapshotAction::partial(const Task&) {
  if (varied_ != nullptr) return varied_->partial(0);
  return std::make_unique<RowsPartial>(schema_);
}

void SnapshotAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  if (varied_ == nullptr) return write(task, array::finish(std::move(static_cast<RowsPartial&>(*partial).columns)));
  if (auto rows = varied_->end(task, 0, std::move(partial))) write(task, std::move(*rows));
}

void SnapshotAction::write(const Task& task, std::vector<array::Array> rows) {
  const bool is_empty = rows.empty() || rows.front().length() == 0;
  if (is_empty && !place_.writer.reproducible) return;
  detail::while_doing([&] { return name(); },
                      [&] {
                        write::ContextPool::Lease context = output_->pool.lend(task.number);
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
  output_->pool.close();
  if (varied_ != nullptr) put_mask_bits();
  if (place_.along) place_.along->write(*output_->writer, {.executor = output_->executor});
  output_->writer->close();
  report_ = output_->table.report();  // the entries of an ntuple are counted by now
  output_.reset();
}

void SnapshotAction::abandon() noexcept {
  if (output_ == nullptr) return;
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

std::shared_ptr<Action> SnapshotAction::under(std::size_t version, std::vector<std::string> columns) {
  return std::make_shared<UnderVariation>(*this, version, std::move(columns));
}

}  // namespace ramet::inline v1::frame
