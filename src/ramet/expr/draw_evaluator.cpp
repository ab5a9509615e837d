#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/expr/draw.hpp"
#include "ramet/expr/internal/draw/compiled_draw.hpp"
#include "ramet/expr/internal/draw/draw_checker.hpp"
#include "ramet/expr/internal/run/array_values.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

struct DrawEvaluator::State {
  State(DrawProgram of, const Graph& graph, const ElementPlan& plan) : program(std::move(of)), chains(plan, graph) {}

  DrawProgram program;
  ChainMemory chains;
  ArenaPool pool;
  DrawRows rows;
};

DrawEvaluator::DrawEvaluator(DrawProgram program) {
  const DrawProgram::Compiled& compiled = *program.compiled_;
  state_ = std::make_unique<State>(std::move(program), compiled.graph, compiled.plan);
}
DrawEvaluator::DrawEvaluator(DrawEvaluator&&) noexcept = default;
DrawEvaluator& DrawEvaluator::operator=(DrawEvaluator&&) noexcept = default;
DrawEvaluator::~DrawEvaluator() = default;

namespace {

Values made_values(std::size_t column, std::size_t entries, const DrawPlace& place, Arena& arena) {
  const auto numbers = arena.make<double>(entries);
  if (column == made_column(MadeColumn::local_entry)) {
    for (std::size_t k = 0; k < entries; ++k) numbers[k] = static_cast<double>(place.first_local_entry + k);
  } else {
    const std::uint64_t number = column == made_column(MadeColumn::entries) ? place.entries : place.local_entries;
    std::fill(numbers.begin(), numbers.end(), static_cast<double>(number));
  }
  return {.data = numbers.data()};
}

void copy_numbers(const Values& values, std::size_t count, std::vector<double>& to) {
  const double* const numbers = values.numbers<double>();
  to.assign(numbers, numbers + count);
}

void copy_texts(const Values& values, std::size_t count, std::vector<std::string>& to) {
  to.resize(count);
  for (std::size_t k = 0; k < count; ++k)
    to[k].assign(values.characters() + values.begins[k], values.characters() + values.ends[k]);
}

Domain& entries_of(Domain& domain) {
  Domain* found = &domain;
  while (found->above() != nullptr) found = found->above();
  return *found;
}

// The entries of the rows.
void copy_entries(Domain& domain, std::uint64_t first, std::vector<std::uint64_t>& to) {
  to.resize(domain.points());
  Domain& entries = entries_of(domain);
  if (&entries == &domain) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = first + k;
    return;
  }
  const std::span<const std::uint32_t> from = domain.up_to(entries);
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = first + from[k];
}

}  // namespace

const DrawRows& DrawEvaluator::run(std::span<const array::Array> columns, std::size_t entries, const DrawPlace& place) {
  const DrawProgram::Compiled& compiled = *state_->program.compiled_;
  if (columns.size() != compiled.columns.size())
    detail::fail(ErrorKind::misuse, "expressions of {} columns are run with {}", compiled.columns.size(),
                 columns.size());
  for (const array::Array& column : columns)
    if (column.length() != entries)
      detail::fail(ErrorKind::misuse, "a column of {} values in a batch of {} entries", column.length(), entries);
  Arena arena(state_->pool);
  std::vector<Values> views;
  for (const ColumnLeaf& leaf : compiled.leaves)
    views.push_back(leaf.column >= made_column(MadeColumn::entries)
                        ? made_values(leaf.column, entries, place, arena)
                        : view_array(columns[leaf.column], leaf.members, arena, FixedArrays::nested));
  Evaluation evaluation(compiled.graph, compiled.plan, state_->chains, state_->pool,
                        {entries, {.first_entry = place.first_entry}, views});
  // Rows that are not kept are left as early as the condition says so: as whole entries, if it is of entries.
  Domain* domain = &evaluation.points(entries_space);
  if (compiled.kept) {
    Domain& asked = evaluation.points(compiled.graph.node(*compiled.kept).space);
    const bool* const kept = evaluation.values(*compiled.kept, asked).numbers<bool>();
    const bool keeps_all = std::all_of(kept, kept + asked.points(), [](bool is_kept) { return is_kept; });
    domain = keeps_all ? &asked : &evaluation.selected(*compiled.kept, asked);
  }
  domain = &evaluation.points(compiled.rows, *domain);
  DrawRows& rows = state_->rows;
  const std::size_t count = domain->points();
  copy_entries(*domain, place.first_entry, rows.entries);
  if (compiled.graph.node(compiled.weight).kind != NodeKind::constant)
    copy_numbers(evaluation.values(compiled.weight, *domain), count, rows.weights);
  else
    rows.weights.assign(count, compiled.constant_weight);
  rows.values.resize(compiled.dimensions.size());
  rows.texts.resize(compiled.dimensions.size());
  for (std::size_t k = 0; k < compiled.dimensions.size(); ++k) {
    const Values& values = evaluation.values(compiled.dimensions[k].node, *domain);
    if (compiled.dimensions[k].says.is_text)
      copy_texts(values, count, rows.texts[k]);
    else
      copy_numbers(values, count, rows.values[k]);
  }
  return rows;
}

}  // namespace ramet::inline v1::expr
