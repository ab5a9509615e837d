#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/explain/explain_plan.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/internal/run/range_counts.hpp"
#include "ramet/frame/internal/run/stage_runner.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using Clock = std::chrono::steady_clock;

/// One runner for each slot. Threads: any, each with a slot of its own.
class Runners {
 public:
  Runners(const Plan& plan, std::size_t slots, Timing timing) : plan_(plan), timing_(timing), runners_(slots) {}

  StageRunner& of(SlotNumber slot) {
    auto& runner = runners_.at(slot.number);
    if (!runner) runner.emplace(plan_, timing_);
    return *runner;
  }

  /// What all of them took. Threads: when none works.
  std::optional<RunTimes> times() {
    if (timing_ == Timing::none) return std::nullopt;
    RunTimes sum(plan_);
    for (auto& runner : runners_)
      if (runner) sum += *runner->times();
    return sum;
  }

 private:
  const Plan& plan_;
  Timing timing_;
  std::vector<std::optional<StageRunner>> runners_;
};

/// Computes what is planned. Threads: one thread; the work is done on many.
class Run {
 public:
  Run(const Root& root, const Plan& plan, const RunOptions& options)
      : root_(root),
        plan_(plan),
        on_error_(options.on_error),
        timing_(options.timing),
        options_{.executor = root.executor(), .stop = options.stop, .progress = options.progress},
        stopping_(options.stop, Ending{&ending_}) {}

  RunReport run() {
    const Root::Working working(root_);
    const auto begin = Clock::now();
    report_.entries = root_.source().entries(options_);
    pass_.emplace(root_.source(), plan_.groups, EntryRange{{0}, {report_.entries}}, options_);
    find_end();
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
  FilterCount count_of(std::size_t stage) const {
    const MutexLock lock(mutex_);
    return {.name = {}, .all = reached_[stage], .passed = kept_[stage]};
  }

  /// What the plan computed, and what came to its stages.
  Explanation explain(const RunReport& report) const {
    Explanation made = explain_plan(root_, plan_);
    {
      const MutexLock lock(mutex_);
      add_counts(made, plan_, {.reached = reached_, .kept = kept_, .times = times_ ? &*times_ : nullptr});
    }
    for (const EntryRange& range : report.covered) made.entries += range.size();
    made.seconds = report.seconds;
    made.threads = options_.executor.concurrency();
    return made;
  }

 private:
  /// Threads: any.
  struct Ending {
    StopSource* source;
    void operator()() const noexcept { source->request_stop(); }
  };

  /// Leave out the entries behind the ends of all ranges; all of them, if the run is stopped before these are known.
  void find_end() {
    try {
      ranges_ = count_ranges(plan_, *pass_, options_, on_error_);
      report_.entries = ranges_.end.number;
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      report_.was_stopped = true;
    }
    pass_->end_at(ranges_.end);
  }

  bool is_stop(const Error& error) const noexcept {
    return error.kind() == ErrorKind::cancelled && options_.stop.stop_requested();
  }

  /// What came to ranges before a task.
  void set_starts(const Task& task, TaskState& state) const {
    for (std::size_t number = 1; number < plan_.stages.size(); ++number) {
      const Stage& stage = plan_.stages[number];
      if (!stage.is_range()) continue;
      if (stage.is_counted) {
        state.reached[number] = ranges_.reached[task.number][number];
      } else if (stage.above == 0) {
        state.reached[number] = task.entries.first.number;
      } else {
        state.reached[number] = plan_.stages[stage.above].node->range.kept_of(state.reached[stage.above]);
      }
    }
  }

  void begin_actions() {
    for (const Plan::Planned& planned : plan_.actions) {
      std::vector<array::Type> types;
      for (const DefinitionPointer& column : planned.booking->columns) types.push_back(column->type);
      ReadOptions options = options_;
      options.stop = ending_.get_token();
      planned.booking->action->begin(types, pass_->tasks(), options);
    }
    const MutexLock lock(mutex_);
    done_.assign(pass_->tasks().size(), 0);
    reached_.assign(plan_.stages.size(), 0);
    kept_.assign(plan_.stages.size(), 0);
  }

  std::vector<std::uint8_t> tasks_done() const {
    const MutexLock lock(mutex_);
    return done_;
  }

  void run_tasks() {
    Runners runners(plan_, options_.executor.concurrency(), timing_);
    try {
      pass_->for_each_task(options_, [&](TaskBatches& batches) {
        const Root::Working working(root_);
        TaskState state(plan_);
        set_starts(batches.task(), state);
        const std::vector<std::uint64_t> before = state.reached;
        StageRunner& runner = runners.of(batches.slot());
        try {
          if (run_task(batches, runner, state)) end_task(batches.task(), state, before, runner.times());
        } catch (...) {
          ending_.request_stop();  // nobody waits for this task
          throw;
        }
      });
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      report_.was_stopped = true;
    }
    times_ = runners.times();
  }

  /// Whether the task was done; false if its entries are lost.
  bool run_task(TaskBatches& batches, StageRunner& runner, TaskState& state) {
    for (std::size_t k = 0; k < plan_.actions.size(); ++k)
      state.partials[k] = plan_.actions[k].booking->action->partial(batches.task());
    try {
      while (batches.next()) runner.run(batches, state);
      return true;
    } catch (const Error& error) {
      if (on_error_ == OnError::fail || !is_of_data(error)) throw;
      const MutexLock lock(mutex_);
      report_.lost.push_back({batches.task().entries, error.what()});
      return false;
    }
  }

  /// What fails here is the action, as for want of space: the run cannot go on.
  void end_task(const Task& task, TaskState& state, std::span<const std::uint64_t> before, RunTimes* times) {
    for (std::size_t k = 0; k < plan_.actions.size(); ++k) {
      const TimedStep timed(times != nullptr ? &times->actions[k] : nullptr);
      plan_.actions[k].booking->action->end_task(task, std::move(state.partials[k]));
    }
    const MutexLock lock(mutex_);
    done_[task.number] = 1;
    for (std::size_t stage = 0; stage < reached_.size(); ++stage) {
      reached_[stage] += state.reached[stage] - before[stage];
      kept_[stage] += state.kept[stage];
    }
  }

  /// Tasks that were left out add nothing.
  void finish_actions() {
    const std::vector<std::uint8_t> done = tasks_done();
    for (const Task& task : pass_->tasks()) {
      if (done[task.number] != 0) {
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
  Timing timing_;
  std::optional<RunTimes> times_;
  ReadOptions options_;
  StopSource ending_;  // not all tasks will be done
  std::stop_callback<Ending> stopping_;
  std::optional<Pass> pass_;
  RangeCounts ranges_{};
  mutable Mutex mutex_;
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

std::vector<std::shared_ptr<Booking>> waiting_bookings(const Root& root) {
  std::vector<std::shared_ptr<Booking>> bookings = root.bookings();
  std::erase_if(bookings, [](const auto& booking) { return booking->current() != Booking::State::waiting; });
  return bookings;
}

}  // namespace

Explanation explain_waiting(const std::shared_ptr<const Node>& node) {
  const Root& root = *node->root;
  std::vector<std::shared_ptr<Booking>> bookings = waiting_bookings(root);
  if (bookings.empty()) {
    bookings.push_back(std::make_shared<Booking>());
    bookings.back()->node = node;
  }
  const Plan plan = make_plan(root, bookings, {.executor = root.executor()});
  Explanation made = explain_plan(root, plan);
  made.unused = unused_definitions(*node, plan);
  return made;
}

void run_root(const Root& root, const RunOptions& options) {
  const std::vector<std::shared_ptr<Booking>> bookings = waiting_bookings(root);
  if (bookings.empty()) return;
  std::optional<Plan> plan;
  std::optional<Run> run;
  try {
    plan = make_plan(root, bookings, {.executor = root.executor(), .stop = options.stop});
    run.emplace(root, *plan, options);
    const auto report = std::make_shared<const RunReport>(run->run());
    const auto explanation = std::make_shared<const Explanation>(run->explain(*report));
    for (const auto& booking : bookings) {
      auto counts = booking->action == nullptr ? counts_of(*booking, *plan, *run) : std::vector<FilterCount>();
      const MutexLock lock(booking->mutex);
      booking->state = Booking::State::done;
      booking->report = report;
      booking->explanation = explanation;
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
