#include "ramet/frame/internal/survey.hpp"

#include <utility>

namespace ramet::inline v1::frame::internal {

Survey::Survey(const RowsQuery& query, std::uint64_t least_entries, const ReadOptions& options)
    : query_(query),
      options_(options),
      pass_(query.source, {query.columns}, query.range, options, {.least_entries = least_entries}),
      file_starts_(file_starts_of(query.source, options)),
      evaluators_(options.executor.concurrency()),
      summaries_(pass_.tasks().size()),
      kept_(pass_.tasks().size()),
      middles_(query.program.dimensions().size()) {}

void Survey::for_each_batch(FunctionRef<void(std::size_t, const expr::DrawRows&)> body,
                            FunctionRef<void(std::size_t)> end) {
  pass_.for_each_task(options_, [&](TaskBatches& batches) {
    auto& evaluator = evaluators_.at(batches.slot().number);
    if (evaluator == nullptr) evaluator = std::make_unique<RowsEvaluator>(query_, file_starts_);
    const std::size_t task = batches.task().number;
    evaluator->for_each_batch(batches, [&](const expr::DrawRows& rows) { body(task, rows); });
    end(task);
  });
}

DrawnRows Survey::computed(TaskBatches& batches) {
  auto& evaluator = evaluators_.at(batches.slot().number);
  if (evaluator == nullptr) evaluator = std::make_unique<RowsEvaluator>(query_, file_starts_);
  RowsCollector collector(query_.program, query_.weight, RowEntries::left_out);
  if (!query_.program.has_loops() && !query_.program.has_cut() && !query_.listed)
    collector.reserve(batches.task().entries.size());
  evaluator->for_each_batch(batches, [&](const expr::DrawRows& rows) { collector.add(rows); });
  return std::move(collector).take();
}

void Survey::run() {
  const std::size_t dimensions = query_.program.dimensions().size();
  pass_.for_each_task(options_, [&](TaskBatches& batches) {
    const std::size_t task = batches.task().number;
    DrawnRows rows = computed(batches);
    Summary& summary = summaries_[task];
    summary.count = rows.count;
    summary.spans.resize(dimensions);
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
      summary.spans[dimension].add(rows.values[dimension]);
    const std::size_t bytes = rows.byte_count();
    summary.is_kept = kept_bytes_.fetch_add(bytes) + bytes <= most_kept_bytes;
    if (!summary.is_kept) {
      kept_bytes_.fetch_sub(bytes);
      rows.weights = {};
      for (std::vector<double>& column : rows.values) column = {};
    }
    kept_[task] = std::move(rows);
  });
  labels_ = number_labels(kept_, dimensions);
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
    for (const std::string& label : labels_[dimension])
      middles_[dimension].emplace(label, static_cast<double>(middles_[dimension].size()) + 0.5);
    if (!query_.program.dimensions()[dimension].is_text) continue;
    for (DrawnRows& rows : kept_)
      for (double& value : rows.values[dimension]) value += 0.5;
  }
}

std::uint64_t Survey::count() const noexcept {
  std::uint64_t all = 0;
  for (const Summary& summary : summaries_) all += summary.count;
  return all;
}

void Survey::number(DrawnRows& rows) const {
  for (std::size_t dimension = 0; dimension < rows.values.size(); ++dimension) {
    std::vector<double> middles;
    for (const std::string& label : rows.labels[dimension]) middles.push_back(middles_[dimension].at(label));
    if (query_.program.dimensions()[dimension].is_text)
      for (double& value : rows.values[dimension]) value = middles[static_cast<std::size_t>(value)];
  }
}

void Survey::with_rows(std::size_t task, FunctionRef<void(const DrawnRows&)> body) {
  if (summaries_[task].is_kept) return body(kept_[task]);
  const ReadOptions quiet{options_.executor, options_.stop, nullptr};
  pass_.for_each_task(task, task + 1, quiet, [&](TaskBatches& batches) {
    DrawnRows rows = computed(batches);
    number(rows);
    body(rows);
  });
}

void Survey::for_each_task(FunctionRef<void(std::size_t, const DrawnRows&)> body) {
  const ReadOptions quiet{options_.executor, options_.stop, nullptr};
  pass_.for_each_task(quiet, [&](TaskBatches& batches) {
    const std::size_t task = batches.task().number;
    if (summaries_[task].is_kept) {
      body(task, kept_[task]);
      kept_[task] = {};
      return;
    }
    DrawnRows rows = computed(batches);
    number(rows);
    body(task, rows);
  });
}

}  // namespace ramet::inline v1::frame::internal
