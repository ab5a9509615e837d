#include "ramet/write/internal/context_trace.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::write::internal;
using namespace std::chrono_literals;

TEST_CASE("context trace: without a recorder it records nothing, and still adds times up") {
  ContextTrace trace;
  const Admission admission({.memory_budget = 1000});
  StageTimes times;
  int calls = 0;
  trace.commit(times, [&] { ++calls; });
  trace.count(admission);
  trace.count_if_due(admission);
  trace.end_cluster(admission, 0);
  trace.move_to({1, 2});
  trace.end(admission);
  CHECK(calls == 1);
  CHECK(times.calls(Stage::commit) == 0);
  CHECK(trace.track() == nullptr);
  CHECK(trace.to(times).times == &times);
}

TEST_CASE("context trace: memory and queue are counted at both ends of a cluster, and its spans handed over") {
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = 0ms});
  ContextTrace trace(recorder, "one.root", "Events", 3);
  Admission admission({.memory_budget = 1000});
  const auto memory = admission.budget().reserve_anyway(700);
  StageTimes times;
  trace.count(admission);
  {
    const StageTimer timer(trace.to(times), Stage::compress);
  }
  CHECK(recorder->spans().empty());
  trace.end_cluster(admission, 50);
  std::size_t counters = 0;
  for (const TraceSpan* span : recorder->spans()) {
    if (span->state != TraceState::counter) continue;
    ++counters;
    if (recorder->names().at(span->name) == "memory in flight, one.root") CHECK(span->bytes == 700);
  }
  CHECK(counters == 4);
  CHECK(recorder->rows() == std::vector<std::string>{"Events, context 3"});
}

TEST_CASE("context trace: each file has counters of its own, which fall when its memory is released") {
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = 1h});
  Admission first({.memory_budget = 1000});
  Admission second({.memory_budget = 1000});
  ContextTrace of_first(recorder, "one.root", "Events", 0);
  ContextTrace of_second(recorder, "two.root", "Events", 0);
  auto memory = first.budget().reserve_anyway(700);
  of_first.count_if_due(first);
  of_first.count_if_due(first);  // within the resolution
  of_second.end(second);
  memory.release();
  of_first.end(first);
  std::map<std::string, std::vector<std::uint64_t>> values;
  for (const TraceSpan* span : recorder->spans()) values[recorder->names().at(span->name)].push_back(span->bytes);
  CHECK(values == std::map<std::string, std::vector<std::uint64_t>>{{"memory in flight, one.root", {700, 0}},
                                                                    {"memory in flight, two.root", {0}},
                                                                    {"queue depth, one.root", {0, 0}},
                                                                    {"queue depth, two.root", {0}}});
}

TEST_CASE("context trace: what a stream waited for is recorded once it is known which stream it is") {
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = 0ms});
  const auto row = recorder->add_row("stream 0");
  ContextTrace trace(recorder, "one.root", "Events", 0);
  const auto now = TraceClock::now();
  trace.note_wait(now, now + 3ms);
  trace.move_to({row, 9});
  const auto executor = schedule::make_serial_executor();
  trace.help(nullptr);
  trace.help(executor.get());
  trace.end_cluster(Admission({.memory_budget = 1000}), 10);
  auto spans = recorder->spans();
  std::erase_if(spans, [](const TraceSpan* span) { return span->state == TraceState::counter; });
  REQUIRE(spans.size() == 2);
  CHECK(spans[0]->state == TraceState::wait_concurrency);
  CHECK(spans[0]->row == row);
  CHECK(spans[0]->event == 9);
  CHECK(spans[1]->state == TraceState::foreign);
}
