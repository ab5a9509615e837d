#include "ramet/frame/internal/run/stage_runner.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/gather.hpp"
#include "ramet/frame/internal/fills/binned_partial.hpp"
#include "ramet/frame/internal/run/chosen_rows.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// For each entry whether it has a value, or whether it has none.
array::Array told_values(const array::Array& column, const Definition& definition) {
  const bool is_told = definition.missing == Definition::Missing::told;
  const std::span<const std::int64_t> offsets =
      definition.is_optional ? column.list_offsets() : std::span<const std::int64_t>();
  array::ArrayBuilder told(array::Type::of(array::NumberType::boolean));
  told.length = column.length();
  const auto values = told.values.extend(column.length());
  for (std::size_t row = 0; row < column.length(); ++row) {
    const bool is_there = offsets.empty() || offsets[row] != offsets[row + 1];
    values[row] = static_cast<std::byte>(is_there == is_told ? 1 : 0);
  }
  return std::move(told).finish();
}

/// Values of a column that may be missing, as its definition wants them.
array::Array present_values(const array::Array& options, const Definition& definition, EntryRange batch,
                            std::span<const std::uint64_t> rows) {
  const std::span<const std::int64_t> offsets = options.list_offsets();
  const auto is_there = [&](std::size_t row) { return offsets[row] != offsets[row + 1]; };
  array::Array items = options.items();
  if (items.length() == options.length()) return items;
  if (definition.missing == Definition::Missing::error)
    for (std::size_t row = 0; row < options.length(); ++row)
      if (!is_there(row))
        detail::fail(ErrorKind::not_found,
                     "entry {} has no value of column '{}': give a default value for it, or keep only the entries "
                     "that have it",
                     batch.first.number + (rows.empty() ? row : rows[row]), definition.name);
  array::ArrayBuilder all(definition.type);
  array::append(all, items);
  array::append(all, *definition.fill);
  const std::uint64_t fill = items.length();
  std::vector<std::uint64_t> places;
  std::uint64_t next = 0;
  for (std::size_t row = 0; row < options.length(); ++row) places.push_back(is_there(row) ? next++ : fill);
  return dataset::gather(std::move(all).finish(), places);
}

/// Whether the cells of all values are found, for results that share them, when one of them has some of the entries:
/// to find them takes about as long as to fill so many.
bool are_shared(std::size_t results, std::size_t entries, std::size_t all) { return results * entries >= all; }

/// Do what the user may have written, and say where if it throws.
template <class Place, class Work>
decltype(auto) while_calling(const Place& place, Work&& work) {
  try {
    return detail::while_doing(place, std::forward<Work>(work));
  } catch (ForeignError& error) {
    error.add_note(place());
    throw;
  }
}

std::string place_in(std::string_view what, std::string_view name, EntryRange entries, const Source& source) {
  const std::string file = source.file_of(entries.first);
  return fmt::format("{} '{}' in entries {} to {}{}", what, name, entries.first.number, entries.last.number - 1,
                     file.empty() ? file : " of " + file);
}

/// Name the file of a batch if a value cannot be computed.
template <class Work>
decltype(auto) naming_file(const Source& source, const TaskBatches& batches, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    const std::string file = source.file_of(batches.entries().first);
    if (file.empty()) throw;
    detail::fail(error.kind(), "{}: {}", file, error.what());
  }
}

}  // namespace

StageRunner::StageRunner(const Plan& plan, Timing timing) : plan_(plan), memories_(plan.stages.size()) {
  if (timing == Timing::of_steps) {
    times_.emplace(plan);
    noted_.resize(plan.groups.size());
  }
  for (const BinnedColumn& column : plan.binned) binned_.push_back({.values = hist::BinnedValues(column.axis)});
  for (std::size_t number = 0; number < plan.stages.size(); ++number) {
    memories_[number].values.resize(plan.stages[number].slots);
    for (const Level& level : plan.stages[number].levels) {
      auto& evaluators = memories_[number].evaluators;
      evaluators.push_back(level.program ? std::optional<expr::Evaluator>(*level.program) : std::nullopt);
    }
  }
}

void StageRunner::run(TaskBatches& batches, TaskState& state, bool only_counted) {
  Memory& all = memories_.front();
  all.has_all = true;
  all.count = batches.entries().size();
  ++batch_;
  run_stage(0, batches, state, only_counted);
}

void StageRunner::run_stage(std::size_t number, TaskBatches& batches, TaskState& state, bool only_counted) {
  const Stage& stage = plan_.stages[number];
  const Memory& memory = memories_[number];
  state.kept[number] += memory.count;
  if (memory.count == 0) return;
  take_inputs(number, batches);
  compute(number, batches);
  if (!only_counted) act(number, batches, state);
  for (const std::size_t below : stage.below) {
    if (only_counted && !plan_.stages[below].leads_to_counted) continue;
    choose(below, state, batches.entries());
    run_stage(below, batches, state, only_counted);
  }
}

/// The entries of a stage, among those of the stage above.
void StageRunner::choose(std::size_t number, TaskState& state, EntryRange batch) {
  const TimedStep timed(time_of(number, &RunTimes::OfStage::choosing));
  const Stage& stage = plan_.stages[number];
  const Memory& above = memories_[stage.above];
  Memory& memory = memories_[number];
  std::vector<std::uint32_t>& chosen = memory.rows_above;
  if (stage.is_range()) {
    chosen.resize(above.count);
    std::size_t kept = 0;
    const RangeStep& range = stage.node->range;
    const std::uint64_t reached = state.reached[number];
    for (std::uint32_t row = 0; row < above.count; ++row) {
      chosen[kept] = row;
      kept += static_cast<std::size_t>(range.keeps(reached + row));
    }
    chosen.resize(kept);
    if (range.has_end() && reached < range.last && range.last <= reached + above.count) {
      const std::uint64_t last = range.last - 1 - reached;
      memory.end = batch.first.number + (above.has_all ? last : above.rows[last]);
    }
  } else {
    find_rows(above.values[stage.passes].numbers<bool>().first(above.count), chosen);
  }
  state.reached[number] += above.count;
  memory.count = chosen.size();
  memory.has_all_above = memory.count == above.count;
  memory.has_all = memory.has_all_above && above.has_all;
  if (memory.has_all) return;
  if (above.has_all) {
    memory.rows_of_batch = chosen;
  } else {
    take_numbers_at(above.rows_of_batch, chosen, memory.rows_of_batch);
  }
  memory.rows.assign(memory.rows_of_batch.begin(), memory.rows_of_batch.end());
}

array::Array StageRunner::sample_column(const SampleInput& input, EntryRange batch, const Memory& memory) const {
  const auto next = std::ranges::upper_bound(plan_.sample_starts, batch.first.number);
  const auto sample = static_cast<std::size_t>(next - plan_.sample_starts.begin()) - 1;
  const std::vector<std::uint64_t> places(memory.count, 0);
  return dataset::gather(plan_.sample_values[input.values][sample], places);
}

/// Count the columns that are unpacked in this batch for this stage first.
void StageRunner::note_columns(const Stage& stage, TaskBatches& batches) {
  const EntryRange batch = batches.entries();
  for (const ColumnInput& input : stage.columns) {
    if (noted_[input.group] == batch.first.number) continue;
    noted_[input.group] = batch.first.number;
    const std::span<const array::Array> columns = batches.columns(input.group);
    for (std::size_t place = 0; place < columns.size(); ++place) {
      times_->columns[input.group][place].entries += batch.size();
      times_->columns[input.group][place].bytes += columns[place].byte_count();
    }
  }
}

void StageRunner::take_inputs(std::size_t number, TaskBatches& batches) {
  const TimedStep timed(time_of(number, &RunTimes::OfStage::reading));
  const Stage& stage = plan_.stages[number];
  Memory& memory = memories_[number];
  for (const ColumnInput& input : stage.columns) {
    const array::Array& column = batches.columns(input.group)[input.place];
    array::Array& value = memory.values[input.slot];
    if (are_shared(input.sharing, memory.count, memories_.front().count)) continue;
    if (memory.has_all) {
      value = column;
    } else {
      take_rows(value, column, memory.rows_of_batch);
    }
    if (input.definition->tells_missing())
      value = told_values(value, *input.definition);
    else if (input.definition->is_optional && input.definition->missing != Definition::Missing::kept)
      value = naming_file(source(), batches, [&] {
        return present_values(value, *input.definition, batches.entries(),
                              memory.has_all ? std::span<const std::uint64_t>() : memory.rows);
      });
  }
  for (const SampleInput& input : stage.samples)
    memory.values[input.slot] = sample_column(input, batches.entries(), memory);
  for (const CarriedInput& input : stage.carried) {
    const array::Array& value = memories_[stage.above].values[input.above];
    if (are_shared(input.sharing, memory.count, memories_[stage.above].count)) continue;
    if (memory.has_all_above) {
      memory.values[input.slot] = value;
    } else {
      take_rows(memory.values[input.slot], value, memory.rows_above);
    }
  }
  if (times_) note_columns(stage, batches);
}

expr::BatchPlace StageRunner::place_of(const TaskBatches& batches, const Memory& memory) {
  const std::uint64_t first = batches.entries().first.number;
  expr::BatchPlace place{.first_entry = first, .slot = static_cast<std::uint32_t>(batches.slot().number)};
  if (memory.has_all) return place;
  numbers_.clear();
  for (const std::uint64_t row : memory.rows) numbers_.push_back(first + row);
  place.numbers = numbers_;
  return place;
}

void StageRunner::compute(std::size_t number, TaskBatches& batches) {
  const Stage& stage = plan_.stages[number];
  Memory& memory = memories_[number];
  std::size_t calls = 0;
  for (std::size_t k = 0; k < stage.levels.size(); ++k) {
    const Level& level = stage.levels[k];
    if (level.program) {
      const TimedStep timed(time_of(number, &RunTimes::OfStage::computing));
      arguments_.clear();
      for (const Slot input : level.inputs) arguments_.push_back(memory.values[input]);
      auto results = naming_file(source(), batches, [&] {
        return memory.evaluators[k]->run(arguments_, memory.count, place_of(batches, memory));
      });
      for (std::size_t result = 0; result < results.size(); ++result)
        memory.values[level.outputs[result]] = std::move(results[result]);
    }
    call_functions(number, level, calls, batches);
    calls += level.calls.size();
  }
}

void StageRunner::call_functions(std::size_t number, const Level& level, std::size_t first_call,
                                 const TaskBatches& batches) {
  Memory& memory = memories_[number];
  for (std::size_t k = 0; k < level.calls.size(); ++k) {
    const FunctionCall& call = level.calls[k];
    const TimedStep timed(times_ ? &times_->stages[number].calls[first_call + k] : nullptr);
    arguments_.clear();
    for (const Slot argument : call.arguments) arguments_.push_back(memory.values[argument]);
    const Definition& of = *call.definition;
    array::Array value = while_calling([&] { return place_in("column", of.name, batches.entries(), source()); },
                                       [&] { return of.function->call(arguments_, memory.count, batches.slot()); });
    if (value.length() != memory.count || value.type() != of.type)
      detail::fail(ErrorKind::misuse, "the function of column '{}' gave {} values of type {} for {} of type {}",
                   of.name, value.length(), array::to_string(value.type()), memory.count, array::to_string(of.type));
    memory.values[call.slot] = std::move(value);
  }
}

bool StageRunner::takes_cells(const ActionUse& use, const Memory& memory) const {
  if (use.binned == none) return false;
  const BinnedColumn& column = plan_.binned[use.binned];
  const auto* const stored = std::get_if<BinnedColumn::Stored>(&column.of);
  return are_shared(column.uses, memory.count, memories_[stored == nullptr ? 0 : stored->stage].count);
}

/// The items of lists at rows, which are found once for the columns that have the same offsets.
std::span<const std::uint32_t> StageRunner::items_at(std::span<const std::uint32_t> rows, const array::Array& lists,
                                                     Memory& memory) {
  const std::span<const std::int64_t> offsets = lists.list_offsets();
  if (memory.items_of != offsets.data()) {
    find_items(offsets, rows, memory.items);
    memory.items_of = offsets.data();
  }
  return memory.items;
}

/// Fill with the cells of the first column, which are found for the first of the results that share them.
void StageRunner::add_binned(const ActionUse& use, std::size_t number, TaskBatches& batches, const Chosen& chosen,
                             Partial& partial) {
  const BinnedColumn& column = plan_.binned[use.binned];
  Memory& memory = memories_[number];
  const auto* const of_source = std::get_if<BinnedColumn::Column>(&column.of);
  const auto* const stored = std::get_if<BinnedColumn::Stored>(&column.of);
  const array::Array& values = of_source != nullptr ? batches.columns(of_source->group)[of_source->place]
                                                    : memories_[stored->stage].values[stored->slot];
  Binned& binned = binned_[use.binned];
  if (binned.batch != batch_) {
    binned.values.assign(hist::NumberView::of(values));
    binned.batch = batch_;
  }
  std::span<const std::uint32_t> rows;
  if (of_source != nullptr && !memory.has_all) rows = memory.rows_of_batch;
  if (stored != nullptr && stored->stage != number && !memory.has_all_above) rows = memory.rows_above;
  if (!rows.empty() && values.kind() == array::Kind::list) {
    rows = items_at(rows, values, memory);
    if (rows.empty()) return;
  }
  static_cast<BinnedPartial&>(partial).add_binned(chosen, binned.values, rows);
}

void StageRunner::act(std::size_t number, TaskBatches& batches, TaskState& state) {
  const Stage& stage = plan_.stages[number];
  Memory& memory = memories_[number];
  memory.items_of = nullptr;
  for (const ActionUse& use : stage.uses) {
    const TimedStep timed(times_ ? &times_->actions[use.action] : nullptr);
    const bool is_binned = takes_cells(use, memory);
    arguments_.clear();
    for (const Slot column : use.columns)
      arguments_.push_back(is_binned && arguments_.empty() ? array::Array() : memory.values[column]);
    const Chosen chosen{.batch = batches.entries(),
                        .rows = memory.has_all ? std::span<const std::uint64_t>() : memory.rows,
                        .count = memory.count,
                        .values = arguments_,
                        .slot = batches.slot()};
    try {
      Partial& partial = *state.partials[use.action];
      if (is_binned) {
        add_binned(use, number, batches, chosen, partial);
      } else {
        partial.add(chosen);
      }
    } catch (ForeignError& error) {
      error.add_note(
          place_in("result", plan_.actions[use.action].booking->action->name(), batches.entries(), source()));
      throw;
    }
  }
  arguments_.clear();  // so that take_rows may use the memory again
}

}  // namespace ramet::inline v1::frame::internal
