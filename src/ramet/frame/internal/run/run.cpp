#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/function.hpp"
#include "ramet/frame/internal/explain/explain_plan.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/parts/part_results.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/internal/plan/plan_text.hpp"
#include "ramet/frame/internal/plan/waiting.hpp"
#include "ramet/frame/internal/run/losses.hpp"
#include "ramet/frame/internal/run/range_counts.hpp"
#include "ramet/frame/internal/run/results_so_far.hpp"
#include "ramet/frame/internal/run/run_meter.hpp"
#include "ramet/frame/internal/run/runners.hpp"
#include "ramet/io/detail/process_number.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using Clock = std::chrono::steady_clock;

/// Computes what is planned. Threads: one thread; the work is done on many.
class Run {
 public:
  /// Throws as ResultsSoFar.
  Run(const Root& root, const Plan& plan, const RunOptions& options, std::string plan_text = {})
      : root_(root),
        plan_(plan),
        asked_(options),
        plan_text_(std::move(plan_text)),
        meter_(options),
        options_{.executor = root.executor(), .stop = options.stop, .progress = &meter_},
        stopping_(options.stop.token(), Ending{&ending_}) {
    if (options.live != nullptr) live_.emplace(plan, options.live->results);
    if (options.until != nullptr) until_.emplace(plan, options.until->results);
  }

  RunReport run() {
    const Root::Working working(root_);
    begin();
    begin_actions([&](Action& action, const auto&... arguments) {
      if (!asked_.elsewhere) return action.begin(arguments...);
      dynamic_cast<PortableAction&>(action).begin_elsewhere(arguments...);
    });
    if (live_) next_look_ = Clock::now() + look_interval();
    run_tasks();
    finish_actions();
    report_.seconds = seconds();
    report_.traffic = root_.source().traffic() - traffic_;
    report_.traffic += elsewhere_;
    meter_.finish();
    return std::move(report_);
  }

  /// Do some of the tasks only: the bytes of what they give.
  bytes::Buffer run_part(TaskRange tasks) {
    const Root::Working working(root_);
    begin();
    const std::size_t all = pass_->tasks().size();
    if (tasks.first >= tasks.last || tasks.last > all)
      detail::fail(ErrorKind::misuse, "tasks {} to {} of {}", tasks.first, tasks.last, all);
    begin_actions([&](Action& action, const auto& types, const auto& of, const auto& options) {
      dynamic_cast<PortableAction&>(action).begin_part(types, of, tasks, options);
    });
    Runners runners(plan_, options_.executor.concurrency(), Timing::none);
    pass_->for_each_task(tasks.first, tasks.last, options_, [&](TaskBatches& batches) { work_on(batches, runners); });
    PartFacts facts{.tasks = tasks, .key = key_of(pass_->tasks()), .lost = losses()};
    const MutexLock lock(mutex_);
    facts.reached = reached_;
    facts.kept = kept_;
    facts.traffic = root_.source().traffic() - traffic_;
    facts.process = io::process_number();
    return write_part(plan_, facts);
  }

  /// What ended the run, if the user did so within a function; results have what was done before.
  const std::exception_ptr& interruption() const noexcept { return interruption_; }

  void abandon() noexcept {
    for (const Plan::Planned& planned : plan_.actions) planned.booking->action->abandon();
  }

  /// The counts of the filters that a booking is of.
  std::vector<FilterCount> counts_of(const Booking& booking) const {
    std::vector<std::shared_ptr<const Node>> kept;
    std::vector<FilterCount> counts;
    const MutexLock lock(mutex_);
    for (const Node* filter : counted_filters(booking, kept)) {
      const auto stage = plan_.filter_stages.find(filter);
      if (stage == plan_.filter_stages.end()) continue;  // it was made after the run began
      counts.push_back({.name = filter->filter_name, .all = reached_[stage->second], .passed = kept_[stage->second]});
    }
    return counts;
  }

  /// What the plan computed, and what came to its stages.
  Explanation explain(const RunReport& report) const {
    Explanation made = explain_plan(root_, plan_);
    const MutexLock lock(mutex_);
    add_counts(made, plan_, {.reached = reached_, .kept = kept_, .times = times_ ? &*times_ : nullptr});
    for (const EntryRange& range : report.covered) made.entries += range.size();
    made.seconds = report.seconds;
    made.threads = options_.executor.concurrency();
    return made;
  }

 private:
  class Elsewhere;

  /// Threads: any.
  struct Ending {
    StopSource* source;
    void operator()() const noexcept { source->request_stop(); }
  };

  /// Find the tasks.
  void begin() {
    traffic_ = root_.source().traffic();
    report_.entries = root_.source().entries(options_);
    pass_.emplace(root_.source(), plan_.groups, EntryRange{{0}, {report_.entries}}, options_);
    find_end();
  }

  /// Leave out the entries behind the ends of all ranges; all of them, if the run is stopped before these are known.
  void find_end() {
    try {
      ranges_ = count_ranges(plan_, *pass_, options_, asked_.on_error);
      report_.entries = ranges_.end.number;
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      report_.was_stopped = true;
    }
    pass_->end_at(ranges_.end);
    meter_.begin(file_starts());
  }

  /// The first entry of each file, then the number of entries that the run has.
  std::vector<std::uint64_t> file_starts() const {
    std::vector<std::uint64_t> starts = {0};
    const dataset::Dataset* const dataset = root_.source().dataset();
    const std::size_t files = dataset != nullptr ? dataset->file_count() : 1;
    for (std::size_t file = 0; file + 1 < files; ++file)
      starts.push_back(std::min(starts.back() + dataset->entries(dataset::FileNumber{file}), report_.entries));
    starts.push_back(report_.entries);
    return starts;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

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

  template <class Begin>
  void begin_actions(Begin&& begin_one) {
    for (const Plan::Planned& planned : plan_.actions) {
      std::vector<array::Type> types;
      for (const DefinitionPointer& column : planned.booking->columns) types.push_back(column->type);
      ReadOptions options = options_;
      options.stop = ending_.get_token();
      begin_one(*planned.booking->action, types, pass_->tasks(), options);
    }
    const MutexLock lock(mutex_);
    done_.assign(pass_->tasks().size(), 0);
    reached_.assign(plan_.stages.size(), 0);
    kept_.assign(plan_.stages.size(), 0);
  }

  Clock::duration look_interval() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked_.live->seconds));
  }

  /// What the tasks have that are done. No task ends meanwhile.
  PartialResults results_of(const ResultsSoFar& results) const {
    const std::vector<std::uint8_t> done = tasks_done();
    RunReport report;
    report.entries = report_.entries;
    report.seconds = seconds();
    report.lost = losses();
    report.covered = without(covered_entries(pass_->tasks(), done), report.lost);
    return results.copied(pass_->tasks(), done, std::move(report),
                          [this](const Booking& booking) { return counts_of(booking); });
  }

  /// Look at results if it is time, on the thread that asked for them. It does not wait for tasks that end.
  void look_live() {
    if (!live_ || std::this_thread::get_id() != thread_ || Clock::now() < next_look_) return;
    std::unique_lock gate(ending_tasks_, std::try_to_lock);
    if (!gate.owns_lock()) return;
    const PartialResults results = results_of(*live_);
    gate.unlock();
    asked_.live->look(results);
    next_look_ = Clock::now() + look_interval();
  }

  /// The first task behind those that are done before the condition is asked again. It depends on the data alone.
  std::size_t next_question(std::size_t first) const {
    constexpr std::uint64_t least = 100'000;
    const std::span<const Task> tasks = pass_->tasks();
    if (!until_) return tasks.size();
    const std::uint64_t begin = tasks[first].entries.first.number;
    const std::uint64_t wanted = asked_.until->entries != 0 ? asked_.until->entries : std::max(least, begin / 4);
    std::size_t next = first;
    while (next < tasks.size() && tasks[next].entries.first.number - begin < wanted) ++next;
    return next;
  }

  /// Of tasks that are done or at their end.
  std::vector<LostEntries> losses() const {
    std::vector<LostEntries> lost;
    {
      const MutexLock lock(mutex_);
      lost = lost_;
    }
    join_neighbours(lost);
    return lost;
  }

  std::vector<std::uint8_t> tasks_done() const {
    const MutexLock lock(mutex_);
    return done_;
  }

  void run_tasks() {
    Runners runners(plan_, options_.executor.concurrency(), asked_.timing);
    const std::size_t tasks = pass_->tasks().size();
    try {
      for (std::size_t first = 0; first < tasks && !report_.was_stopped;) {
        const std::size_t next = next_question(first);
        if (asked_.elsewhere) {
          have_done({first, next});
        } else {
          pass_->for_each_task(first, next, options_, [&](TaskBatches& batches) { work_on(batches, runners); });
        }
        if (!report_.was_stopped)
          report_.was_stopped = until_ && next < tasks && asked_.until->holds(results_of(*until_));
        first = next;
      }
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      report_.was_stopped = true;
    } catch (const ForeignError& error) {
      if (!error.is_interruption()) throw;
      report_.was_stopped = true;
      interruption_ = std::current_exception();
    }
    if (report_.was_stopped) ending_.request_stop();
    if (live_) asked_.live->look(results_of(*live_));  // at the end
    times_ = runners.times();
  }

  void have_done(TaskRange wanted);

  void work_on(TaskBatches& batches, Runners& runners) {
    const Root::Working working(root_);
    TaskState state(plan_);
    set_starts(batches.task(), state);
    const std::vector<std::uint64_t> before = state.reached;
    StageRunner& runner = runners.of(batches.slot());
    try {
      run_task(batches, runner, state);
      {
        const auto gate = live_ ? std::shared_lock(ending_tasks_) : std::shared_lock<std::shared_mutex>();
        end_task(batches.task(), state, before, runner.times());
      }
      meter_.end_task(batches.task().entries);
      look_live();
    } catch (...) {
      ending_.request_stop();  // nobody waits for this task
      throw;
    }
  }

  /// Go through a task. What cannot be read is lost, if the run may lose it.
  void run_task(TaskBatches& batches, StageRunner& runner, TaskState& state) {
    const std::vector<LostEntries> lost = run_batches(
        batches, asked_.on_error,
        [&] {
          state = TaskState(plan_);
          set_starts(batches.task(), state);
          for (std::size_t k = 0; k < plan_.actions.size(); ++k)
            state.partials[k] = plan_.actions[k].booking->action->partial(batches.task());
        },
        [&] {
          while (batches.next()) runner.run(batches, state);
        });
    if (lost.empty()) return;
    const MutexLock lock(mutex_);
    lost_.insert(lost_.end(), lost.begin(), lost.end());
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
    report_.lost = losses();
    report_.covered = without(covered_entries(pass_->tasks(), done), report_.lost);
    for (const Task& task : pass_->tasks()) {
      if (done[task.number] != 0) continue;
      for (const Plan::Planned& planned : plan_.actions)
        planned.booking->action->end_task(task, planned.booking->action->partial(task));
    }
    for (const Plan::Planned& planned : plan_.actions) planned.booking->action->finish();
  }

  const Root& root_;
  const Plan& plan_;
  const RunOptions& asked_;
  const std::string plan_text_;  // if tasks are done elsewhere
  const std::thread::id thread_ = std::this_thread::get_id();
  const Clock::time_point begin_ = Clock::now();
  RunMeter meter_;
  std::optional<RunTimes> times_;
  ReadOptions options_;
  StopSource ending_ = StopSource::looking_as(asked_.stop);  // not all tasks will be done
  std::stop_callback<Ending> stopping_;
  std::optional<Pass> pass_;
  RangeCounts ranges_{};
  std::optional<ResultsSoFar> live_, until_;
  std::shared_mutex ending_tasks_;  // shared by tasks that end, if results are looked at
  Clock::time_point next_look_;
  mutable Mutex mutex_;
  std::vector<std::uint8_t> done_ RAMET_GUARDED_BY(mutex_);  // of each task
  std::vector<std::uint64_t> reached_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::uint64_t> kept_ RAMET_GUARDED_BY(mutex_);
  std::vector<LostEntries> lost_ RAMET_GUARDED_BY(mutex_);
  RunReport report_;
  io::TrafficCounts traffic_, elsewhere_;  // before; of other processes
  std::exception_ptr interruption_;
};

/// Takes what tasks gave elsewhere. Threads: that of the run.
class Run::Elsewhere final : public TasksElsewhere {
 public:
  Elsewhere(Run& run, TaskRange wanted) : run_(run), wanted_(wanted) {}

  const std::string& plan() const override { return run_.plan_text_; }
  std::span<const Task> tasks() const override { return run_.pass_->tasks(); }
  TaskRange wanted() const override { return wanted_; }
  bool is_stopped() override {
    run_.meter_.advance(0, 0);
    run_.look_live();
    return is_stopped_ || run_.options_.stop.stop_requested();
  }
  void stop() override { is_stopped_ = true; }
  std::string file_of(TaskRange of) const override {
    return run_.root_.source().file_of(tasks()[of.first].entries.first);
  }

  bool take(std::span<const std::byte> part) override {
    PartResult result = read_part(run_.plan_, tasks(), part);
    const TaskRange of = result.facts.tasks;
    const std::size_t known = taken(of);
    if (known == of.size()) return false;
    if (known != 0)
      detail::fail(ErrorKind::misuse, "{} of the tasks {} to {} were taken before", known, of.first, of.last);
    for (std::size_t k = 0; k < result.contributions.size(); ++k)
      portable_action(run_.plan_, k).add_part(std::move(result.contributions[k]));
    note(result.facts);
    std::uint64_t entries = 0;
    for (const Task& task : tasks().subspan(of.first, of.size())) {
      run_.meter_.end_task(task.entries);
      entries += task.entries.size();
    }
    run_.meter_.advance(entries, 0);
    run_.look_live();
    return true;
  }

  /// How many of these tasks were taken.
  std::size_t taken(TaskRange of) const {
    const MutexLock lock(run_.mutex_);
    return static_cast<std::size_t>(std::count(run_.done_.begin() + static_cast<std::ptrdiff_t>(of.first),
                                               run_.done_.begin() + static_cast<std::ptrdiff_t>(of.last),
                                               std::uint8_t{1}));
  }

 private:
  void note(const PartFacts& facts) {
    const MutexLock lock(run_.mutex_);
    for (std::size_t task = facts.tasks.first; task < facts.tasks.last; ++task) run_.done_[task] = 1;
    for (std::size_t stage = 0; stage < facts.reached.size(); ++stage) {
      run_.reached_[stage] += facts.reached[stage];
      run_.kept_[stage] += facts.kept[stage];
    }
    run_.lost_.insert(run_.lost_.end(), facts.lost.begin(), facts.lost.end());
    if (facts.process != io::process_number()) run_.elsewhere_ += facts.traffic;
  }

  Run& run_;
  TaskRange wanted_;
  bool is_stopped_ = false;
};

void Run::have_done(TaskRange wanted) {
  Elsewhere elsewhere(*this, wanted);
  asked_.elsewhere(elsewhere);
  const std::size_t left = wanted.size() - elsewhere.taken(wanted);
  if (left == 0) return;
  if (!elsewhere.is_stopped())
    detail::fail(ErrorKind::misuse, "{} of the tasks {} to {} were not done elsewhere", left, wanted.first,
                 wanted.last);
  report_.was_stopped = true;
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

void run_root(const Root& root, const RunOptions& options, const Booking& asked) {
  std::vector<std::shared_ptr<Booking>> bookings = waiting_bookings(root);
  if (bookings.empty()) return;
  std::optional<Plan> plan = plan_of(root, bookings, {.executor = root.executor(), .stop = options.stop}, asked);
  if (!plan) return;
  if (options.elsewhere) require_portable(*plan);
  Run run(root, *plan, options, options.elsewhere ? plan_text(root, bookings) : std::string());
  try {
    const auto report = std::make_shared<const RunReport>(run.run());
    const auto explanation = std::make_shared<const Explanation>(run.explain(*report));
    for (const auto& booking : bookings) {
      auto counts = booking->action == nullptr ? run.counts_of(*booking) : std::vector<FilterCount>();
      const MutexLock lock(booking->mutex);
      booking->state = Booking::State::done;
      booking->report = report;
      booking->explanation = explanation;
      booking->counts = std::move(counts);
    }
  } catch (const ForeignError& error) {
    run.abandon();
    set_failed(bookings, error.summary());
    throw;
  } catch (const std::exception& error) {
    run.abandon();
    set_failed(bookings, error.what());
    throw;
  } catch (...) {
    run.abandon();
    set_failed(bookings, "an exception of another type");
    throw;
  }
  if (run.interruption()) std::rethrow_exception(run.interruption());
}

bytes::Buffer compute_part(const Root& root, const Plan& plan, TaskRange tasks, const RunOptions& options) {
  Run run(root, plan, options);
  try {
    return run.run_part(tasks);
  } catch (...) {
    run.abandon();
    throw;
  }
}

}  // namespace ramet::inline v1::frame::internal
