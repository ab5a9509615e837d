#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "frame/python_actions.hpp"
#include "internal/arrays.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/explaining/formats.hpp"
#include "ramet/frame/explaining/picture.hpp"

namespace ramet::bindings {
namespace {

using frame::Booked;
using frame::Filters;
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
using LostFacts = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>>;
/// Requests, retries, hedges, bytes, those in gaps, depth; seconds of a trip; bytes a second.
using TrafficFacts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                std::uint64_t, double, double>;
using ReportFacts = std::tuple<std::uint64_t, Ranges, LostFacts, bool, double, TrafficFacts>;
/// A filter's name, what came and what passed; then the sums of weights and their errors.
using WeightFacts = std::tuple<double, double, double, double>;
using CountFacts = std::tuple<std::string, std::uint64_t, std::uint64_t, std::optional<WeightFacts>>;

TrafficFacts traffic_of(const io::TrafficCounts& counts) {
  return {counts.requests,  counts.retries, counts.hedges,     counts.bytes,
          counts.gap_bytes, counts.depth,   counts.round_trip, counts.bandwidth()};
}

/// Entries that were wanted, ranges that are covered, ranges that are lost with the reasons, whether it was stopped,
/// seconds, and what was fetched of servers.
ReportFacts report_of(const frame::RunReport& report) {
  Ranges covered;
  for (const EntryRange& range : report.covered) covered.emplace_back(range.first.number, range.last.number);
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> lost;
  for (const frame::LostEntries& one : report.lost)
    lost.emplace_back(one.entries.first.number, one.entries.last.number, one.reason);
  return {report.entries,     std::move(covered), std::move(lost),
          report.was_stopped, report.seconds,     traffic_of(report.traffic)};
}

/// What Python asks of a run. Threads: a value, with the interpreter's lock.
struct RunArguments {
  bool skip_errors = false;
  std::optional<double> deadline = {};
  bool timed = false;
  nb::object progress = nb::none();
  std::vector<Booked> looked_at = {};
  nb::object live = nb::none();
  double live_seconds = 1;
  nb::object until = nb::none();
  std::uint64_t until_entries = 0;
  nb::object elsewhere = nb::none();
};

/// Watches signals and a deadline, and calls functions of Python's on the thread that asked for the run. What one
/// raises stops the run. Threads: `advance` any; the others that thread.
class RunWatch final : public ProgressSink {
 public:
  RunWatch(SignalWatch& signals, const RunArguments& asked)
      : signals_(signals), asked_(asked), source_(StopSource::looking_as(signals.stop())) {
    if (asked.deadline)
      deadline_ =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*asked.deadline));
    signals_stop_.emplace(signals.stop().token(), StopRelay{&source_});
  }

  StopToken stop() const noexcept { return source_.get_token(); }

  void advance(std::uint64_t entries, std::uint64_t bytes) override {
    signals_.advance(entries, bytes);
    if (deadline_ && Clock::now() >= *deadline_) source_.request_stop();
  }

  void tell(const frame::RunProgress& of) {
    call([&] {
      asked_.progress(of.entries, of.all_entries, of.files, of.all_files, of.seconds, of.seconds_left);
      return false;
    });
  }
  void look(const frame::PartialResults& results) {
    call([&] {
      asked_.live(results.results, report_of(results.report));
      return false;
    });
  }
  bool holds(const frame::PartialResults& results) {
    return call([&] {
      const int truth = PyObject_IsTrue(asked_.until(results.results, report_of(results.report)).ptr());
      if (truth < 0) throw nb::python_error();
      return truth != 0;
    });
  }

  /// Raise what a function raised.
  void rethrow() {
    if (raised_) throw std::move(*raised_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct StopRelay {
    StopSource* source;
    void operator()() const noexcept { source->request_stop(); }
  };

  template <class Work>
  bool call(Work&& work) {
    const Locked acquire;
    if (raised_) return true;
    try {
      return work();
    } catch (nb::python_error& error) {
      raised_.emplace(std::move(error));
      source_.request_stop();
      return true;
    }
  }

  SignalWatch& signals_;
  const RunArguments& asked_;
  StopSource source_;
  std::optional<std::stop_callback<StopRelay>> signals_stop_;
  std::optional<Clock::time_point> deadline_;
  std::optional<nb::python_error> raised_;
};

/// Have tasks done by a function of Python's.
void have_done(const RunArguments& asked, frame::TasksElsewhere& tasks) {
  const Locked acquire;
  noting([&] { asked.elsewhere(nb::cast(&tasks, nb::rv_policy::reference)); });
}

void run_with(const Booked& booked, const RunArguments& asked) {
  std::optional<RunWatch> watch;
  run_unlocked([&](SignalWatch& signals) {
    watch.emplace(signals, asked);
    frame::RunOptions options{.stop = watch->stop(),
                              .progress = &*watch,
                              .on_error = asked.skip_errors ? frame::OnError::skip : frame::OnError::fail,
                              .timing = asked.timed ? frame::Timing::of_steps : frame::Timing::none};
    const frame::LiveLook live{.results = asked.looked_at,
                               .look = [&](const frame::PartialResults& results) { watch->look(results); },
                               .seconds = asked.live_seconds};
    const frame::StopCondition until{
        .results = asked.looked_at,
        .holds = [&](const frame::PartialResults& results) { return watch->holds(results); },
        .entries = asked.until_entries};
    if (!asked.progress.is_none()) options.on_progress = [&](const frame::RunProgress& of) { watch->tell(of); };
    if (!asked.live.is_none()) options.live = &live;
    if (!asked.until.is_none()) options.until = &until;
    if (!asked.elsewhere.is_none()) options.elsewhere = [&](frame::TasksElsewhere& tasks) { have_done(asked, tasks); };
    booked.run(options);
  });
  watch->rethrow();
}

void run(const Booked& booked) { run_with(booked, {}); }

std::tuple<std::string, std::string, std::string> explain(const Booked& of) {
  const Unlocked release;
  const frame::Explanation made = of.explain();
  return {frame::to_text(made), frame::to_dot(made), frame::to_svg(made)};
}

bool has_copies(const Booked& of) {
  return of.is_ready() || of.action() == nullptr || of.action()->copy_of_ended() != nullptr;
}

/// The action of a result that has run; runs it if that is needed.
template <class Action>
const Action& action_of(const Booked& booked) {
  const auto* const action = dynamic_cast<const Action*>(booked.action().get());
  if (action == nullptr) detail::fail(ErrorKind::misuse, "the result is of another kind");
  run(booked);
  return *action;
}

std::tuple<std::uint64_t, double, double, double, double, double, double, double> sums_of(const Booked& booked) {
  const frame::NumberSums& sums = action_of<frame::NumbersAction>(booked).sums();
  return {sums.count,   sums.sum,     sums.mean,    sums.standard_deviation(),
          sums.minimum, sums.maximum, sums.weights, sums.squared_weights};
}

std::pair<Arrays, std::uint64_t> kept_columns(const Booked& booked) {
  const auto& action = action_of<frame::TakeAction>(booked);
  return {action.values(), action.entries()};
}

hist::Histogram histogram_of(const Booked& booked) {
  if (const auto* const automatic = dynamic_cast<const frame::AutomaticHistogramAction*>(booked.action().get())) {
    run(booked);
    return hist::Histogram(automatic->histogram());
  }
  return action_of<frame::HistogramAction>(booked).histogram();
}

std::vector<CountFacts> facts_of(const std::vector<frame::FilterCount>& counts) {
  std::vector<CountFacts> facts;
  for (const frame::FilterCount& count : counts) {
    std::optional<WeightFacts> weights;
    if (count.all_weights && count.passed_weights)
      weights = WeightFacts{count.all_weights->sum, count.all_weights->error, count.passed_weights->sum,
                            count.passed_weights->error};
    facts.emplace_back(count.name, count.all, count.passed, weights);
  }
  return facts;
}

std::vector<CountFacts> counts_of(const Filters& filters) {
  run(filters.booked());
  return facts_of(filters.counts());
}

}  // namespace

void bind_booked(nb::module_& module) {
  nb::class_<Booked>(module, "Booked", "A result that a frame was asked for.")
      .def(
          "run",
          [](const Booked& booked, bool skip_errors, std::optional<double> deadline, bool timed, nb::object progress,
             std::vector<Booked> looked_at, nb::object live, double live_seconds, nb::object until,
             std::uint64_t until_entries, nb::object elsewhere) {
            run_with(booked, {.skip_errors = skip_errors,
                              .deadline = deadline,
                              .timed = timed,
                              .progress = std::move(progress),
                              .looked_at = std::move(looked_at),
                              .live = std::move(live),
                              .live_seconds = live_seconds,
                              .until = std::move(until),
                              .until_entries = until_entries,
                              .elsewhere = std::move(elsewhere)});
          },
          nb::kw_only(), nb::arg("skip_errors") = false, nb::arg("deadline").none() = nb::none(),
          nb::arg("timed") = false, nb::arg("progress").none() = nb::none(),
          nb::arg("looked_at") = std::vector<Booked>(), nb::arg("live").none() = nb::none(),
          nb::arg("live_seconds") = 1.0, nb::arg("until").none() = nb::none(), nb::arg("until_entries") = 0,
          nb::arg("elsewhere").none() = nb::none(),
          "Compute all that is booked on the source. `progress` gets entries, all entries, files, all files, seconds "
          "and the seconds left; `live` and `until` get copies of results and what they cover, as `report` has it; "
          "`elsewhere` gets TasksElsewhere, and returns when all that are wanted are taken.")
      .def_prop_ro("is_ready", &Booked::is_ready)
      .def_prop_ro("has_copies", &has_copies, "Whether it can be looked at while a run goes on.")
      .def("explain", &explain, "How it is computed: as text, DOT and SVG.")
      .def(
          "report", [](const Booked& booked) { return report_of(booked.report()); },
          "Entries that were wanted, ranges covered, ranges lost and why, whether it was stopped, seconds.")
      .def("variations", &Booked::variations)
      .def("varied", &Booked::varied)
      .def("count", [](const Booked& booked) { return action_of<frame::CountAction>(booked).count(); })
      .def("sums", &sums_of,
           "Count, sum, mean, standard deviation, minimum, maximum, sum of weights and of squared weights.")
      .def("values", &kept_columns, "The values of each column, and the number of entries.")
      .def("histogram", &histogram_of)
      .def("sparse_histogram",
           [](const Booked& booked) { return action_of<frame::SparseHistogramAction>(booked).histogram(); })
      .def("snapshot_entries",
           [](const Booked& booked) { return action_of<frame::SnapshotAction>(booked).report().entries; })
      .def(
          "filter_counts", [](const Booked& booked) { return facts_of(Filters::counts_of(booked)); },
          "The counts of a result that is one of filters, without weights.")
      .def(
          "result", [](const Booked& booked) { return action_of<PythonAction>(booked).result(); },
          "Of an action of Python's.");
  nb::class_<Filters>(module, "Filters", "The counts of named filters.")
      .def("counts", &counts_of,
           "Of each filter: its name, the entries that came, those that passed; the sum of weights of those that came "
           "and its error, and of those that passed.")
      .def_prop_ro("booked", &Filters::booked);
}

}  // namespace ramet::bindings
