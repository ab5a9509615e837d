#include "ramet/frame/drawing/rows.hpp"

#include <algorithm>
#include <memory>

namespace ramet::inline v1::frame {
namespace {

/// One evaluator for each slot. Threads: any, each with a slot of its own.
class Evaluators {
 public:
  Evaluators(const RowsQuery& query, const ReadOptions& options)
      : query_(query),
        file_starts_(file_starts_of(query.source, options)),
        evaluators_(options.executor.concurrency()) {}

  RowsEvaluator& of(SlotNumber slot) {
    auto& evaluator = evaluators_.at(slot.number);
    if (evaluator == nullptr) evaluator = std::make_unique<RowsEvaluator>(query_, file_starts_);
    return *evaluator;
  }

 private:
  const RowsQuery& query_;
  std::vector<std::uint64_t> file_starts_;
  std::vector<std::unique_ptr<RowsEvaluator>> evaluators_;
};

DrawnRows rows_of(TaskBatches& batches, RowsEvaluator& evaluator, const RowsQuery& query, RowEntries keeps) {
  RowsCollector collector(query.program, query.weight, keeps);
  evaluator.for_each_batch(batches, [&](const expr::DrawRows& batch) { collector.add(batch); });
  return std::move(collector).take();
}

/// The rows of tasks [first, last).
std::vector<DrawnRows> rows_of_tasks(const RowsQuery& query, const Pass& pass, Evaluators& evaluators,
                                     std::size_t first, std::size_t last, RowEntries keeps,
                                     const ReadOptions& options) {
  std::vector<DrawnRows> parts(last - first);
  pass.for_each_task(first, last, options, [&](TaskBatches& batches) {
    parts[batches.task().number - first] = rows_of(batches, evaluators.of(batches.slot()), query, keeps);
  });
  return parts;
}

template <class Number>
void append(std::vector<Number>& to, const std::vector<Number>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

RowsQuery RowsQuery::compile(const Source& source, std::span<const std::string> expressions, const std::string& cut,
                             EntryRange range, std::vector<expr::Scope::Definition> aliases, std::uint64_t seed) {
  SourceScope found = scope_of(source);
  found.scope.definitions = std::move(aliases);
  found.scope.seed = seed;
  expr::DrawProgram program = expr::DrawProgram::compile(expressions, cut, found.scope);
  std::vector<std::string> columns;
  for (const std::size_t column : program.columns()) columns.push_back(found.paths[column]);
  return {source, std::move(program), std::move(columns), range};
}

std::size_t DrawnRows::byte_count() const noexcept {
  std::size_t bytes = weights.capacity() * sizeof(double) + entries.capacity() * sizeof(std::uint64_t);
  for (const auto& column : values) bytes += column.capacity() * sizeof(double);
  for (const auto& of_column : labels)
    for (const std::string& label : of_column) bytes += label.size() + sizeof(std::string);
  return bytes;
}

std::vector<std::uint64_t> file_starts_of(const Source& source, const ReadOptions& options) {
  if (source.dataset() == nullptr) return {0, source.entries(options)};
  std::vector<std::uint64_t> starts = {0};
  for (const std::uint64_t entries : source.dataset()->entries({0}, {source.dataset()->file_count()}, options))
    starts.push_back(starts.back() + entries);
  return starts;
}

void RowsEvaluator::run_part(TaskBatches& batches, EntryRange part, FunctionRef<void(const expr::DrawRows&)> body) {
  const auto next_file = std::ranges::upper_bound(file_starts_, part.first.number);
  const std::uint64_t file_start = *(next_file - 1);
  const expr::DrawPlace place{.first_entry = part.first.number,
                              .entries = file_starts_.back(),
                              .first_local_entry = part.first.number - file_start,
                              .local_entries = next_file == file_starts_.end() ? 0 : *next_file - file_start};
  const std::span<const array::Array> columns = batches.columns(0);
  if (part == batches.entries()) return body(evaluator_.run(columns, part.size(), place));
  const std::uint64_t first = batches.entries().first.number;
  slices_.clear();
  for (const array::Array& column : columns)
    slices_.push_back(column.slice(part.first.number - first, part.last.number - first));
  body(evaluator_.run(slices_, part.size(), place));
}

void RowsEvaluator::for_each_batch(TaskBatches& batches, FunctionRef<void(const expr::DrawRows&)> body) {
  while (batches.next()) {
    const EntryRange entries = batches.entries();
    if (!query_.listed) {
      run_part(batches, entries, body);
      continue;
    }
    const auto last = std::ranges::lower_bound(*query_.listed, entries.last.number);
    for (auto entry = std::ranges::lower_bound(*query_.listed, entries.first.number); entry != last;) {
      EntryRange run{{*entry}, {*entry}};  // entries that follow one another
      while (entry != last && *entry == run.last.number) ++run.last, ++entry;
      run_part(batches, run, body);
    }
  }
}

RowsCollector::RowsCollector(const expr::DrawProgram& program, double weight, RowEntries keeps)
    : weight_(weight), keeps_(keeps), numbers_(program.dimensions().size()) {
  rows_.values.resize(program.dimensions().size());
  rows_.labels.resize(program.dimensions().size());
}

void RowsCollector::reserve(std::size_t rows) {
  for (std::vector<double>& column : rows_.values) column.reserve(rows);
}

void RowsCollector::add(const expr::DrawRows& batch) {
  const std::size_t count = batch.count();
  for (std::size_t dimension = 0; dimension < rows_.values.size(); ++dimension) {
    std::vector<double>& column = rows_.values[dimension];
    if (batch.texts.size() <= dimension || batch.texts[dimension].size() != count ||
        batch.values[dimension].size() == count) {
      append(column, batch.values[dimension]);
      continue;
    }
    for (const std::string& text : batch.texts[dimension]) {
      const auto [known, is_new] = numbers_[dimension].try_emplace(text, numbers_[dimension].size());
      if (is_new) rows_.labels[dimension].push_back(text);
      column.push_back(static_cast<double>(known->second));
    }
  }
  const bool is_plain = weight_ == 1 && std::ranges::all_of(batch.weights, [](double weight) { return weight == 1; });
  if (!is_plain && rows_.weights.empty()) rows_.weights.assign(rows_.count, 1);
  if (!is_plain || !rows_.weights.empty())
    for (const double weight : batch.weights) rows_.weights.push_back(weight * weight_);
  if (keeps_ == RowEntries::kept) append(rows_.entries, batch.entries);
  rows_.count += count;
}

std::vector<std::vector<std::string>> number_labels(std::span<DrawnRows> parts, std::size_t dimensions) {
  std::vector<std::vector<std::string>> labels(dimensions);
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
    std::map<std::string, std::size_t, std::less<>> numbers;
    for (DrawnRows& part : parts) {
      if (part.labels.size() <= dimension || part.labels[dimension].empty()) continue;
      std::vector<double> together;
      for (std::string& label : part.labels[dimension]) {
        const auto [known, is_new] = numbers.try_emplace(label, numbers.size());
        if (is_new) labels[dimension].push_back(std::move(label));
        together.push_back(static_cast<double>(known->second));
      }
      for (double& value : part.values[dimension]) value = together[static_cast<std::size_t>(value)];
      part.labels[dimension].clear();
    }
  }
  return labels;
}

DrawnRows collect_rows(const RowsQuery& query, RowEntries keeps, const ReadOptions& options) {
  const Pass pass(query.source, {query.columns}, query.range, options);
  Evaluators evaluators(query, options);
  std::vector<DrawnRows> parts = rows_of_tasks(query, pass, evaluators, 0, pass.tasks().size(), keeps, options);
  const std::size_t dimensions = query.program.dimensions().size();
  DrawnRows all;
  all.labels = number_labels(parts, dimensions);
  all.values.resize(dimensions);
  const bool is_weighted = std::ranges::any_of(parts, [](const DrawnRows& part) { return !part.weights.empty(); });
  for (DrawnRows& part : parts) {
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
      append(all.values[dimension], part.values[dimension]);
    if (is_weighted && part.weights.empty()) part.weights.assign(part.count, 1);
    append(all.weights, part.weights);
    append(all.entries, part.entries);
    all.count += part.count;
    part = {};
  }
  return all;
}

void for_rows_in_parts(const RowsQuery& query, RowEntries keeps, const ReadOptions& options,
                       FunctionRef<bool(const DrawnRows&)> body) {
  const Pass pass(query.source, {query.columns}, query.range, options);
  Evaluators evaluators(query, options);
  const std::size_t together = options.executor.concurrency();
  for (std::size_t first = 0; first < pass.tasks().size(); first += together) {
    const std::size_t last = std::min(first + together, pass.tasks().size());
    for (const DrawnRows& part : rows_of_tasks(query, pass, evaluators, first, last, keeps, options))
      if (!body(part)) return;
  }
}

}  // namespace ramet::inline v1::frame
