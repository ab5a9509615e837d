// A framework's event loop that writes with ramet: streams, modules, outputs. README.md says what is measured.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "harness/ramet_outputs.hpp"
#include "harness/shared/statistics.hpp"
#include <fmt/format.h>

#include "ramet/core/trace/json.hpp"
#include "ramet/core/trace/recorder.hpp"

namespace harness {
namespace {

using ramet::TraceSpan;
using ramet::TraceState;

/// Add the framework's spans to those of the writers: modules, and waits for outputs. What an output does is recorded
/// by its writer.
void add_spans(const Job& job, const Record& record, ramet::TraceRecorder& recorder) {
  const auto state_of = [](Span::State state) {
    if (state == Span::State::module) return TraceState::module;
    return state == Span::State::external ? TraceState::external : TraceState::wait_concurrency;
  };
  for (std::size_t stream = 0; stream < record.spans.size(); ++stream) {
    std::vector<TraceSpan> block;
    for (const Span& span : record.spans[stream]) {
      if (span.state == Span::State::output) continue;
      TraceSpan made;
      made.begin = span.begin;
      made.end = span.end;
      made.thread = span.thread;
      made.event = span.event;
      made.row = static_cast<std::uint32_t>(stream);
      if (span.state == Span::State::wait)
        made.tier = made.name = recorder.name(job.options().outputs[static_cast<std::size_t>(span.number)].tier);
      else
        made.name = recorder.name(fmt::format("module {}", span.number));
      made.state = state_of(span.state);
      block.push_back(made);
    }
    recorder.push(std::move(block));
  }
}

/// So many times the middle one of some times: the checkpoints that one context makes every ten seconds, for which no
/// other waits, and times in which another program had the core, count no more than the others.
double usual_sum(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle * static_cast<double>(times.size());
}

/// Seconds of an event that only one stream can spend: commits, as the writers recorded them.
Serial commits_of(const ramet::TraceRecorder& recorder, const Job& job) {
  const std::vector<std::string> rows = recorder.rows();
  const std::vector<std::string> names = recorder.names();
  std::map<std::string, std::vector<double>> seconds;  // of each tier
  for (const TraceSpan* span : recorder.spans())
    if (span->state == TraceState::commit && rows[span->row] != "close")
      seconds[names[span->tier]].push_back(std::chrono::duration<double>(span->end - span->begin).count());
  std::map<std::string, double> clusters;
  std::map<std::string, double> outputs;
  for (std::size_t output = 0; output < job.outputs().size(); ++output) {
    const std::string& tier = job.options().outputs[output].tier;
    clusters[tier] += static_cast<double>(job.outputs()[output]->clusters());
    ++outputs[tier];
  }
  Serial serial;
  for (const auto& [tier, times] : seconds) {
    const double taken = usual_sum(times);
    serial.commit += taken / static_cast<double>(job.options().events + job.options().streams);
    if (clusters[tier] > 0) serial.every_commit += outputs[tier] * taken / clusters[tier];
  }
  return serial;
}

bool is_wait(TraceState state) { return state >= TraceState::wait_concurrency && state <= TraceState::foreign; }

/// What streams did, and how much of their time was waiting for anything but a core.
void print_states(const ramet::TraceRecorder& recorder) {
  std::array<double, ramet::trace_state_count> seconds{};
  double all = 0;
  double waits = 0;
  for (const TraceSpan* span : recorder.spans()) {
    if (span->state == TraceState::counter) continue;
    const double taken = std::chrono::duration<double>(span->end - span->begin).count();
    seconds[static_cast<std::size_t>(span->state)] += taken;
    all += taken;
    if (is_wait(span->state)) waits += taken;
  }
  fmt::print("\nwhat streams did\n");
  for (std::size_t state = 0; state < seconds.size(); ++state)
    if (seconds[state] > 0)
      fmt::print("  {:<18} {:10.3f} s\n", to_string(static_cast<TraceState>(state)), seconds[state]);
  fmt::print("  waits: {:.3f} % of all spans\n", all > 0 ? 100 * waits / all : 0);
}

/// How many streams were in each step of the outputs when one more began it.
void print_steps(const ramet::TraceRecorder& recorder) {
  const std::vector<const TraceSpan*> spans = recorder.spans();  // by their begin
  std::printf("\nstreams in a step of an output when one more begins it\n");
  for (const TraceState state :
       {TraceState::fill, TraceState::encode, TraceState::compress, TraceState::write, TraceState::commit}) {
    std::priority_queue<Clock::time_point, std::vector<Clock::time_point>, std::greater<>> ends;
    std::vector<long> counts;
    for (const TraceSpan* span : spans) {
      if (span->state != state) continue;
      while (!ends.empty() && ends.top() <= span->begin) ends.pop();
      ends.push(span->end);
      if (counts.size() <= ends.size()) counts.resize(ends.size() + 1);
      ++counts[ends.size()];
    }
    if (!counts.empty()) std::printf("  %s\n", std::string(to_string(state)).c_str());
    print_counts(counts);
  }
}

int run(const Options& options) {
  const FutexCalls futex_calls;
  std::shared_ptr<ramet::TraceRecorder> recorder;
  if (!options.trace.empty()) {
    recorder = std::make_shared<ramet::TraceRecorder>(ramet::TraceRecorder::Options{
        .program = "ramet-harness: " + options.row(), .stall_seconds = options.stall_seconds()});
    for (int stream = 0; stream < options.streams; ++stream) recorder->add_row(fmt::format("stream {}", stream));
  }
  std::vector<std::unique_ptr<Output>> outputs;
  Options with_outputs = options;
  if (options.no_fill) with_outputs.outputs.clear();
  for (const OutputOptions& output : with_outputs.outputs)
    outputs.push_back(make_ramet_output(options, output, recorder));
  Job job(with_outputs, std::move(outputs), futex_calls);
  const Record record = job.run();
  Serial commits;
  if (recorder) {
    commits = commits_of(*recorder, job);
    add_spans(job, record, *recorder);
    ramet::save_trace(*recorder, options.trace);
  }
  print("ramet", job, record, commits);
  if (recorder && !options.json) {
    print_steps(*recorder);
    print_states(*recorder);
  }
  return 0;
}

}  // namespace
}  // namespace harness

int main(int count, char** values) {
  const harness::Options options = harness::parse(count, values);
  try {
    return harness::run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
