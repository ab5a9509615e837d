#include "ramet/frame/internal/run/range_counts.hpp"

#include <algorithm>
#include <memory>

#include "ramet/frame/internal/plan/range_ends.hpp"
#include "ramet/frame/internal/run/losses.hpp"
#include "ramet/frame/internal/run/stage_runner.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// Note the ranges that came to their end in a batch.
void note_ends(const Plan& plan, const StageRunner& runner, const TaskState& state, RangeEnds& ends) {
  for (std::size_t number = 1; number < plan.stages.size(); ++number) {
    const Stage& stage = plan.stages[number];
    if (stage.is_counted && stage.node->range.has_end() && state.reached[number] >= stage.node->range.last)
      ends.note(number, runner.end_of(number) + 1);
  }
}

}  // namespace

RangeCounts count_ranges(const Plan& plan, const Pass& pass, const ReadOptions& options, OnError on_error) {
  RangeEnds ends(plan);
  const std::uint64_t entries = pass.tasks().empty() ? 0 : pass.tasks().back().entries.last.number;
  RangeCounts counts{.end = {std::min(ends.of(0).value_or(entries), entries)}};
  if (!plan.has_counted()) return counts;
  const std::unique_ptr<schedule::Executor> serial = schedule::make_serial_executor();
  StageRunner runner(plan);
  TaskState state(plan);
  counts.reached.resize(pass.tasks().size(), state.reached);
  pass.for_each_task({.executor = *serial, .stop = options.stop}, [&](TaskBatches& batches) {
    counts.reached[batches.task().number] = state.reached;
    const RangeEnds before = ends;
    run_batches(
        batches, on_error,
        [&] {
          state.reached = counts.reached[batches.task().number];
          ends = before;
          counts.end = {std::min(ends.of(0).value_or(entries), entries)};
        },
        [&] {
          while (batches.task().entries.first < counts.end && batches.next() && batches.entries().first < counts.end) {
            runner.run(batches, state, true);
            note_ends(plan, runner, state, ends);
            counts.end = {std::min(ends.of(0).value_or(entries), entries)};
          }
        });
  });
  return counts;
}

}  // namespace ramet::inline v1::frame::internal
