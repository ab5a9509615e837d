#include "ramet/frame/select.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/frame/pass.hpp"

namespace ramet::inline v1::frame {
namespace {

using Listed = std::optional<std::span<const std::uint64_t>>;

/// What a task gives: the values of each expression.
using Columns = std::vector<array::Array>;

/// One evaluator for each slot. Threads: any, each with a slot of its own.
class Evaluators {
 public:
  Evaluators(const Query& query, std::size_t slots) : query_(query), evaluators_(slots) {}

  QueryEvaluator& of(SlotNumber slot) {
    auto& evaluator = evaluators_.at(slot.number);
    if (!evaluator) evaluator.emplace(query_);
    return *evaluator;
  }

 private:
  const Query& query_;
  std::vector<std::optional<QueryEvaluator>> evaluators_;
};

std::size_t results_of(const Query& query) { return query.values ? query.values->results() : 0; }

Columns values_of(TaskBatches& batches, QueryEvaluator& evaluator, const Query& query, const Listed& listed) {
  std::vector<array::ArrayBuilder> columns;
  for (std::size_t column = 0; column < results_of(query); ++column) columns.emplace_back(query.values->type(column));
  while (batches.next()) {
    const QueryEvaluator::Kept kept = evaluator.run(batches, listed);
    for (std::size_t column = 0; column < kept.values.size(); ++column)
      array::append(columns[column], kept.values[column]);
  }
  return array::finish(std::move(columns));
}

/// Put the parts of each column together; those of the tasks are given up.
Columns joined(std::vector<Columns>& parts, const Query& query, const ReadOptions& options) {
  Columns columns(results_of(query));
  options.executor.for_each_index(
      columns.size(),
      [&](std::size_t column) {
        Columns pieces;
        for (Columns& part : parts) pieces.push_back(std::move(part[column]));
        if (pieces.size() == 1) {
          columns[column] = std::move(pieces.front());
          return;
        }
        array::ArrayBuilder builder(query.values->type(column));
        array::reserve_for(builder, pieces);
        for (array::Array& piece : pieces) array::append(builder, std::exchange(piece, array::Array()));
        columns[column] = std::move(builder).finish();
      },
      options.stop);
  return columns;
}

}  // namespace

std::vector<array::Array> select(const Source& source, const Query& query, EntryRange range,
                                 const ReadOptions& options) {
  return select(source, query, range, std::nullopt, options);
}

std::vector<array::Array> select(const Source& source, const Query& query, EntryRange range, Listed listed,
                                 const ReadOptions& options) {
  const Pass pass(source, query.groups(), range, options);
  Evaluators evaluators(query, options.executor.concurrency());
  std::vector<Columns> parts(pass.tasks().size());
  pass.for_each_task(options, [&](TaskBatches& batches) {
    parts[batches.task().number] = values_of(batches, evaluators.of(batches.slot()), query, listed);
  });
  return joined(parts, query, options);
}

std::vector<std::uint64_t> select_entries(const Source& source, const Query& query, EntryRange range,
                                          const ReadOptions& options) {
  const Query only_cut{query.paths, query.cut, std::nullopt};
  const Pass pass(source, only_cut.groups(), range, options);
  Evaluators evaluators(only_cut, options.executor.concurrency());
  std::vector<std::vector<std::uint64_t>> parts(pass.tasks().size());
  pass.for_each_task(options, [&](TaskBatches& batches) {
    std::vector<std::uint64_t>& entries = parts[batches.task().number];
    while (batches.next())
      for (const std::uint64_t row : evaluators.of(batches.slot()).run(batches).rows)
        entries.push_back(batches.entries().first.number + row);
  });
  std::vector<std::uint64_t> entries;
  for (const auto& part : parts) entries.insert(entries.end(), part.begin(), part.end());
  return entries;
}

void select_in_parts(const Source& source, const Query& query, EntryRange range, const ReadOptions& options,
                     FunctionRef<bool(std::span<const array::Array>)> body) {
  const Pass pass(source, query.groups(), range, options);
  const std::size_t together = options.executor.concurrency();
  Evaluators evaluators(query, together);
  for (std::size_t first = 0; first < pass.tasks().size(); first += together) {
    const std::size_t last = std::min(first + together, pass.tasks().size());
    std::vector<Columns> parts(last - first);
    pass.for_each_task(first, last, options, [&](TaskBatches& batches) {
      parts[batches.task().number - first] = values_of(batches, evaluators.of(batches.slot()), query, std::nullopt);
    });
    for (const Columns& part : parts)
      if (!body(part)) return;
  }
}

}  // namespace ramet::inline v1::frame
