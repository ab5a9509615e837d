#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/expr/expression.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/internal/explain/run_times.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/hist/detail/fill_sums.hpp"

namespace ramet::inline v1::frame::internal {

/// What a task has come to. Threads: one thread.
struct TaskState {
  explicit TaskState(const Plan& plan)
      : partials(plan.actions.size()), reached(plan.stages.size()), kept(plan.stages.size()) {}

  std::vector<std::unique_ptr<Partial>> partials;  ///< of the plan's actions; none if only ranges are counted
  std::vector<std::uint64_t> reached;              ///< entries that came to each stage; of ranges, also before the task
  std::vector<std::uint64_t> kept;                 ///< entries that each stage has
};

/// Goes through the stages of a plan for batches. Threads: one at a time; each slot has its own.
class StageRunner {
 public:
  explicit StageRunner(const Plan& plan, Timing timing = Timing::none);

  /// Compute the batch at which the pass is. With `only_counted`, only what ranges need that count. Throws as
  /// Evaluator, functions and actions do.
  void run(TaskBatches& batches, TaskState& state, bool only_counted = false);
  /// The entry at which the last range came to its end in the batch; see TaskState::reached for whether it has.
  std::uint64_t end_of(std::size_t stage) const noexcept { return memories_[stage].end; }
  /// What its steps took; null with Timing::none.
  RunTimes* times() noexcept { return times_ ? &*times_ : nullptr; }

 private:
  const Source& source() const noexcept { return plan_.root->source(); }
  /// Of a stage, kept from batch to batch for its capacity.
  struct Memory {
    bool has_all = true;  // entries of the batch
    std::size_t count = 0;
    std::vector<std::uint64_t> rows;                         // counted within the batch
    std::vector<std::uint32_t> rows_of_batch;                // the same
    std::vector<std::uint32_t> rows_above;                   // counted within the entries of the stage above
    bool has_all_above = true;                               // entries of the stage above
    std::vector<array::Array> values;                        // of its slots
    std::vector<std::optional<expr::Evaluator>> evaluators;  // of its levels
    std::uint64_t end = 0;
    std::vector<std::uint32_t> items;        // of lists at rows
    const std::int64_t* items_of = nullptr;  // the lists' offsets, while actions are called
  };
  /// The cells of a column of the batch, once they are wanted.
  struct Binned {
    hist::BinnedValues values;
    std::uint64_t batch = 0;
  };

  void run_stage(std::size_t number, TaskBatches& batches, TaskState& state, bool only_counted);
  void choose(std::size_t number, TaskState& state, EntryRange batch);
  void take_inputs(std::size_t number, TaskBatches& batches);
  void compute(std::size_t number, TaskBatches& batches);
  void call_functions(std::size_t number, const Level& level, std::size_t first_call, const TaskBatches& batches);
  void act(std::size_t number, TaskBatches& batches, TaskState& state);
  bool takes_cells(const ActionUse& use, const Memory& memory) const;
  std::span<const std::uint32_t> items_at(std::span<const std::uint32_t> rows, const array::Array& lists,
                                          Memory& memory);
  void add_binned(const ActionUse& use, std::size_t number, TaskBatches& batches, const Chosen& chosen,
                  Partial& partial);
  void note_columns(const Stage& stage, TaskBatches& batches);
  array::Array sample_column(const SampleInput& input, EntryRange batch, const Memory& memory) const;
  expr::BatchPlace place_of(const TaskBatches& batches, const Memory& memory);

  RunTimes::Duration* time_of(std::size_t stage, RunTimes::Duration RunTimes::OfStage::* step) noexcept {
    return times_ ? &(times_->stages[stage].*step) : nullptr;
  }

  const Plan& plan_;
  std::vector<Memory> memories_;
  std::vector<Binned> binned_;  // of the plan's
  std::uint64_t batch_ = 0;     // batches so far
  std::optional<RunTimes> times_;
  std::vector<std::optional<std::uint64_t>> noted_;  // the batch in which each group was last unpacked, if timed
  std::vector<std::uint64_t> numbers_;
  std::vector<array::Array> arguments_;
};

}  // namespace ramet::inline v1::frame::internal
