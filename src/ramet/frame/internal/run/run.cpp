#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/internal/run/stage_runner.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using Clock = std::chrono::steady_clock;

/// One runner for each slot. Threads: any, each with a slot of its own.
class Runners {
 public:
  Runners(const Plan& plan, std::size_t slots) : plan_(plan), runners_(slots) {}

  StageRunner& of(SlotNumber slot) {
    auto& runner = runners_.at(slot.number);
    if (!runner) runner.emplace(plan_);
    return *runner;
  }

 private:
  const Plan& plan_;
  std::vector<std::optional<StageRunner>> runners_;
};

/// Computes what is planned. Threads: one thread; the work is done on many.
class Run {
 public:
  Run(const Root& root, const Plan& plan, const RunOptions& options)
      : root_(root),
        plan_(plan),
        on_error_(options.on_error),
        options_{.executor = root.executor(), .stop = options.stop, .progress = options.progress} {}

  RunReport run() {
    const auto begin = Clock::now();
    const std::uint64_t entries = root_.source().entries(options_);
    EntryRange range{{0}, {entries_needed(entries)}};
    if (plan_.has_counted()) range.last = {count_ranges(range)};
    report_.entries = range.size();
    pass_.emplace(root_.source(), plan_.groups, range, options_);
    starts_.resize(pass_->tasks().size(), starts_before_);
    begin_actions();
    run_tasks();
    finish_actions();
    report_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return std::move(report_);
  }

  void abandon() noexcept {
    for (const Plan::Planned& planned : plan_.actions) planned.booking->action->abandon();
  }

  /// The counts of a filter's stage.
  FilterCount count_of(std::size_t stage) const noexcept {
    return {.name = {}, .all = reached_[stage], .passed = kept_[stage]};
  }

 private:
  /// Where all entries that anything needs end: ranges that are first in their branch may have an end.
  std::uint64_t entries_needed(std::uint64_t entries) const {
    const Stage& root = plan_.stages.front();
    std::uint64_t last = 0;
    if (!root.uses.empty() || root.below.empty()) return entries;
    for (const std::size_t below : root.below) {
      const Stage& stage = plan_.stages[below];
      if (!stage.is_range() || !stage.node->range.has_end()) return entries;
      last = std::max(last, stage.node->range.last);
    }
    return std::min(last, entries);
  }

  /// Count what comes to ranges behind filters, in order, and find where all ranges have come to their end. Returns the
  /// end of the entries that are needed.
  std::uint64_t count_ranges(EntryRange range) {
    const std::unique_ptr<schedule::Executor> serial = schedule::make_serial_executor();
    const ReadOptions options{.executor = *serial, .stop = options_.stop};
    const Pass pass(root_.source(), plan_.groups, range, options);
    StageRunner runner(plan_);
    TaskState state(plan_);
    std::vector<std::uint64_t> ends(plan_.stages.size(), range.last.number);
    std::vector<bool> has_end(plan_.stages.size(), false);
    std::uint64_t last = range.last.number;
    starts_.clear();
    pass.for_each_task(options, [&](TaskBatches& batches) {
      starts_.push_back(state.reached);
      if (last < range.last.number) return;
      while (batches.next()) {
        runner.run(batches, state, true);
        for (std::size_t stage = 1; stage < plan_.stages.size(); ++stage) {
          const Stage& of = plan_.stages[stage];
          if (has_end[stage] || !of.is_range() || !of.node->range.has_end()) continue;
          if (state.reached[stage] < of.node->range.last) continue;
          has_end[stage] = true;
          ends[stage] = runner.end_of(stage) + 1;
        }
      }
      if (const auto end = end_below(0, has_end, ends)) last = *end;
    });
    return last;
  }

  /// Where a stage is not needed any longer, if all that is below it has come to an end.
  std::optional<std::uint64_t> end_below(std::size_t number, const std::vector<bool>& has_end,
                                         const std::vector<std::uint64_t>& ends) const {
    const Stage& stage = plan_.stages[number];
    if (has_end[number]) return ends[number];
    if (!stage.uses.empty() || stage.below.empty()) return std::nullopt;
    std::uint64_t last = 0;
    for (const std::size_t below : stage.below) {
      const auto end = end_below(below, has_end, ends);
      if (!end) return std::nullopt;
      last = std::max(last, *end);
    }
    return last;
  }

  /// What came to ranges before a task.
  void set_starts(const Task& task, TaskState& state) const {
    for (std::size_t number = 1; number < plan_.stages.size(); ++number) {
      const Stage& stage = plan_.stages[number];
      if (!stage.is_range()) continue;
      if (stage.is_counted) {
        state.reached[number] = starts_[task.number][number];
      } else if (stage.above == 0) {
        state.reached[number] = task.entries.first.number;
      } else {
        state.reached[number] = plan_.stages[stage.above].node->range.kept_of(state.reached[stage.above]);
      }
    }
  }

  void begin_actions() {
    done_.assign(pass_->tasks().size(), 0);
    for (const Plan::Planned& planned : plan_.actions) {
      std::vector<array::Type> types;
      for (const DefinitionPointer& column : planned.booking->columns) types.push_back(column->type);
      planned.booking->action->begin(types, pass_->tasks(), options_);
    }
    reached_.assign(plan_.stages.size(), 0);
    kept_.assign(plan_.stages.size(), 0);
  }

  void run_tasks() {
    Runners runners(plan_, options_.executor.concurrency());
    try {
      pass_->for_each_task(options_, [&](TaskBatches& batches) {
        try {
          run_task(batches, runners.of(batches.slot()));
        } catch (const Error& error) {
          const bool is_of_data = error.kind() != ErrorKind::misuse && error.kind() != ErrorKind::cancelled;
          if (on_error_ == OnError::fail || !is_of_data) throw;
          const MutexLock lock(mutex_);
          report_.lost.push_back({batches.task().entries, error.what()});
        }
      });
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::cancelled || !options_.stop.stop_requested()) throw;
      report_.was_stopped = true;
    }
  }

  void run_task(TaskBatches& batches, StageRunner& runner) {
    const Task& task = batches.task();
    TaskState state(plan_);
    set_starts(task, state);
    const std::vector<std::uint64_t> before = state.reached;
    for (std::size_t k = 0; k < plan_.actions.size(); ++k)
      state.partials[k] = plan_.actions[k].booking->action->partial(task);
    while (batches.next()) runner.run(batches, state);
    for (std::size_t k = 0; k < plan_.actions.size(); ++k)
      plan_.actions[k].booking->action->end_task(task, std::move(state.partials[k]));
    const MutexLock lock(mutex_);
    done_[task.number] = 1;
    for (std::size_t stage = 0; stage < reached_.size(); ++stage) {
      reached_[stage] += state.reached[stage] - before[stage];
      kept_[stage] += state.kept[stage];
    }
  }

  /// Tasks that were left out add nothing.
  void finish_actions() {
    for (const Task& task : pass_->tasks()) {
      if (done_[task.number] != 0) {
        if (!report_.covered.empty() && report_.covered.back().last == task.entries.first) {
          report_.covered.back().last = task.entries.last;
        } else {
          report_.covered.push_back(task.entries);
        }
        continue;
      }
      for (const Plan::Planned& planned : plan_.actions)
        planned.booking->action->end_task(task, planned.booking->action->partial(task));
    }
    std::ranges::sort(report_.lost, {}, [](const LostEntries& one) { return one.entries; });
    for (const Plan::Planned& planned : plan_.actions) planned.booking->action->finish();
  }

  const Root& root_;
  const Plan& plan_;
  OnError on_error_;
  ReadOptions options_;
  std::optional<Pass> pass_;
  std::vector<std::uint64_t> starts_before_;
  std::vector<std::vector<std::uint64_t>> starts_;  // of each task, if ranges were counted
  Mutex mutex_;
  std::vector<std::uint8_t> done_ RAMET_GUARDED_BY(mutex_);  // of each task
  std::vector<std::uint64_t> reached_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> kept_ RAMET_GUARDED_BY(mutex_);
  RunReport report_;
};

std::vector<FilterCount> counts_of(const Booking& booking, const Plan& plan, const Run& run) {
  std::vector<std::shared_ptr<const Node>> kept;
  std::vector<FilterCount> counts;
  for (const Node* filter : counted_filters(booking, kept)) {
    const auto stage = plan.filter_stages.find(filter);
    if (stage == plan.filter_stages.end()) continue;  // it was made after the run began
    counts.push_back(run.count_of(stage->second));
    counts.back().name = filter->filter_name;
  }
  return counts;
}

void set_failed(std::span<const std::shared_ptr<Booking>> bookings, const std::string& failure) {
  for (const auto& booking : bookings) {
    const MutexLock lock(booking->mutex);
    booking->state = Booking::State::failed;
    booking->failure = failure;
  }
}

}  // namespace

void run_root(const Root& root, const RunOptions& options) {
  std::vector<std::shared_ptr<Booking>> bookings = root.bookings();
  std::erase_if(bookings, [](const auto& booking) { return booking->current() != Booking::State::waiting; });
  if (bookings.empty()) return;
  std::optional<Plan> plan;
  std::optional<Run> run;
  try {
    plan = make_plan(root, bookings, {.executor = root.executor(), .stop = options.stop});
    run.emplace(root, *plan, options);
    const auto report = std::make_shared<const RunReport>(run->run());
    for (const auto& booking : bookings) {
      auto counts = booking->action == nullptr ? counts_of(*booking, *plan, *run) : std::vector<FilterCount>();
      const MutexLock lock(booking->mutex);
      booking->state = Booking::State::done;
      booking->report = report;
      booking->counts = std::move(counts);
    }
  } catch (const std::exception& error) {
    if (run) run->abandon();
    set_failed(bookings, error.what());
    throw;
  } catch (...) {
    if (run) run->abandon();
    set_failed(bookings, "an exception of another type");
    throw;
  }
}

}  // namespace ramet::inline v1::frame::internal
