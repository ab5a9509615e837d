#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/expr/internal/compiled.hpp"
#include "ramet/expr/internal/run/array_values.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

struct Evaluator::State {
  explicit State(Program of) : program(std::move(of)), chains(program.compiled_->plan, program.compiled_->graph) {}

  Program program;
  ChainMemory chains;
  ArenaPool pool;
};

namespace {

array::Array collected_lists(Evaluation& evaluation, const Operand& value, const array::Type& type,
                             std::size_t entries);

array::Array collected(Evaluation& evaluation, const Operand& value, const array::Type& type, std::size_t entries) {
  if (value.is_value()) {
    const Node& node = evaluation.graph().node(value.node);
    return to_array(evaluation.result(value.node), node.type, entries, evaluation.kept());
  }
  if (value.depth == 0) {
    array::ArrayBuilder record(type);
    record.length = entries;
    std::vector<array::Array> members;
    for (std::size_t k = 0; k < value.members.size(); ++k)
      members.push_back(collected(evaluation, value.members[k], type.contents[k], entries));
    return std::move(record).finish(std::move(members));
  }
  return collected_lists(evaluation, value, type, entries);
}

/// The lists of another array, as deep, around these values.
array::Array in_lists_of(const array::Array& lists, std::size_t depth, array::Array values) {
  if (depth == 0) return values;
  std::vector<array::Array> content;
  content.push_back(in_lists_of(lists.content(0), depth - 1, std::move(values)));
  return lists.with_contents(std::move(content));
}

/// Lists (of lists) of records: all members are in lists of the same lengths, whose contents become the record's
/// members.
array::Array collected_lists(Evaluation& evaluation, const Operand& value, const array::Type& type,
                             std::size_t entries) {
  const array::Type* of_record = &type;
  for (std::size_t level = 0; level < value.depth; ++level) of_record = &of_record->contents[0];
  std::vector<array::Array> lists;
  std::vector<array::Array> contents;
  for (std::size_t k = 0; k < value.members.size(); ++k) {
    array::Type member = of_record->contents[k];
    for (std::size_t level = 0; level < value.depth; ++level) member = array::Type::list_of(std::move(member));
    lists.push_back(collected(evaluation, value.members[k], member, entries));
    array::Array first = lists[0];
    array::Array inside = lists[k];
    for (std::size_t level = 0; level < value.depth; ++level) {
      if (inside.list_offsets().back() != first.list_offsets().back())
        detail::fail(ErrorKind::misuse, "members of a record have lists of {} and {} values",
                     first.list_offsets().back(), inside.list_offsets().back());
      first = first.content(0);
      inside = inside.content(0);
    }
    contents.push_back(std::move(inside));
  }
  array::ArrayBuilder record(*of_record);
  record.length = contents.front().length();
  return in_lists_of(lists.front(), value.depth, std::move(record).finish(std::move(contents)));
}

}  // namespace

Evaluator::Evaluator(Program program) : state_(new State(std::move(program))) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

std::vector<array::Array> Evaluator::run(std::span<const array::Array> columns, std::size_t entries,
                                         const BatchPlace& place) {
  const Program::Compiled& compiled = *state_->program.compiled_;
  if (columns.size() != compiled.columns.size())
    detail::fail(ErrorKind::misuse, "an expression of {} columns is run with {}", compiled.columns.size(),
                 columns.size());
  if (!place.numbers.empty() && place.numbers.size() != entries)
    detail::fail(ErrorKind::misuse, "{} numbers of entries in a batch of {}", place.numbers.size(), entries);
  for (const array::Array& column : columns)
    if (column.length() != entries)
      detail::fail(ErrorKind::misuse, "a column of {} values in a batch of {} entries", column.length(), entries);
  Arena arena(state_->pool);
  std::vector<Values> views;
  for (const ColumnLeaf& leaf : compiled.leaves) views.push_back(view_array(columns[leaf.column], leaf.members, arena));
  Evaluation evaluation(compiled.graph, compiled.plan, state_->chains, state_->pool, {entries, place, views});
  std::vector<array::Array> results;
  for (const Program::Compiled::Result& result : compiled.results)
    results.push_back(collected(evaluation, result.value, result.type, entries));
  return results;
}

}  // namespace ramet::inline v1::expr
