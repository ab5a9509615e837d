#include "ramet/frame/actions/snapshot.hpp"

#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/write/context_pool.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::frame {

/// The file while it is written. Threads: any.
struct SnapshotAction::Output {
  Output(const SnapshotPlace& place, const table::Schema& schema, std::size_t tasks, const ReadOptions& options)
      : writer(place.updates ? write::ParallelWriter::update(place.path, place.writer)
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

  write::TableWriter add_table(const SnapshotPlace& place, const table::Schema& schema, const ReadOptions& options) {
    write::TableOptions table_options = place.table;
    table_options.executor = &options.executor;
    return writer->add_table(schema, table_options, place.directory);
  }

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

SnapshotAction::SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns,
                               std::function<void(write::ParallelWriter&)> also)
    : place_(std::move(place)), schema_(std::move(schema)), columns_(std::move(columns)), also_(std::move(also)) {
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
  output_ = std::make_unique<Output>(place_, schema_, tasks.size(), options);
}

std::unique_ptr<Partial> SnapshotAction::partial(const Task&) { return std::make_unique<RowsPartial>(schema_); }

void SnapshotAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  auto& rows = static_cast<RowsPartial&>(*partial);
  const bool is_empty = rows.columns.empty() || rows.columns.front().length == 0;
  if (is_empty && !place_.writer.reproducible) return;
  detail::while_doing([&] { return name(); },
                      [&] {
                        write::ContextPool::Lease context = output_->pool.lend(task.number);
                        if (!is_empty) context->extend(array::finish(std::move(rows.columns)));
                        context.end_part();
                      });
}

void SnapshotAction::finish() {
  output_->pool.close();
  if (also_) also_(*output_->writer);
  output_->writer->close();
  report_ = output_->table.report();  // the entries of an ntuple are counted by now
  output_.reset();
}

void SnapshotAction::abandon() noexcept { output_.reset(); }

std::shared_ptr<Action> SnapshotAction::varied(std::string_view) const {
  detail::fail(ErrorKind::unsupported, "{} has no variations: write varied columns beside each other", name());
}

}  // namespace ramet::inline v1::frame
