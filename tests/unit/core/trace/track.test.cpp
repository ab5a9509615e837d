#include "ramet/core/trace/track.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<TraceRecorder> recorder_with(TraceClock::duration resolution) {
  return std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = resolution});
}

std::vector<TraceSpan> spans_of(const TraceRecorder& recorder) {
  std::vector<TraceSpan> spans;
  for (const TraceSpan* span : recorder.spans()) spans.push_back(*span);
  return spans;
}

void spin_for(TraceClock::duration time) {
  const auto end = TraceClock::now() + time;
  while (TraceClock::now() < end) {
  }
}

}  // namespace

TEST_CASE("trace track: a span has its stream, event, table, thread and bytes") {
  const auto recorder = recorder_with(0ms);
  const auto row = recorder->add_row("stream 0");
  const auto begin = TraceClock::now();
  {
    TraceTrack track(recorder, TracePlace{row, 7}, "Events");
    track.add(TraceState::write, begin, begin + 2ms, 4096);
    CHECK(recorder->spans().empty());  // not yet
  }
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].row == row);
  CHECK(spans[0].event == 7);
  CHECK(spans[0].bytes == 4096);
  CHECK(spans[0].state == TraceState::write);
  CHECK(spans[0].begin == begin);
  CHECK(spans[0].end - spans[0].begin == 2ms);
  CHECK(spans[0].thread == std::this_thread::get_id());
  CHECK(recorder->names().at(spans[0].tier) == "Events");
}

TEST_CASE("trace track: short stages are joined, their sums are exact") {
  const auto recorder = recorder_with(10ms);
  const auto begin = TraceClock::now();
  TraceTrack track(recorder, TracePlace{});
  auto at = begin;
  for (int basket = 0; basket < 5; ++basket) {
    track.add(TraceState::encode, at, at + 1ms, 10);
    track.add(TraceState::compress, at + 1ms, at + 4ms, 5);
    at += 4ms;
  }
  track.add(TraceState::write, at, at + 20ms);  // long: a span of its own
  track.flush();
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 5);  // twice both stages, then the write
  TraceClock::duration encode{};
  TraceClock::duration compress{};
  std::uint64_t bytes = 0;
  for (const TraceSpan& span : spans) {
    if (span.state == TraceState::encode) encode += span.end - span.begin;
    if (span.state == TraceState::compress) compress += span.end - span.begin;
    bytes += span.bytes;
  }
  CHECK(encode == 5ms);
  CHECK(compress == 15ms);
  CHECK(bytes == 75);
  CHECK(spans.back().state == TraceState::write);
  for (std::size_t span = 1; span < spans.size(); ++span) CHECK(spans[span].begin >= spans[span - 1].end);
}

TEST_CASE("trace track: stages interrupt a scope, so that spans do not overlap") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, TracePlace{});
  const auto name = recorder->name("output");
  {
    const TraceScope scope(&track, TraceState::fill, name);
    spin_for(200us);
    const auto begin = TraceClock::now();
    spin_for(200us);
    track.add(TraceState::compress, begin, TraceClock::now());
    spin_for(200us);
  }
  track.flush();
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 3);
  CHECK(spans[0].state == TraceState::fill);
  CHECK(spans[0].name == name);
  CHECK(spans[1].state == TraceState::compress);
  CHECK(spans[2].state == TraceState::fill);
  CHECK(spans[0].end == spans[1].begin);
  CHECK(spans[1].end == spans[2].begin);
  const TraceScope nothing(nullptr, TraceState::fill);  // without a track
}

TEST_CASE("trace track: scopes are nested, and what is recorded interrupts the innermost") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, TracePlace{});
  {
    const TraceScope outer(&track, TraceState::fill);
    spin_for(100us);
    {
      const TraceScope inner(&track, TraceState::commit);
      spin_for(100us);
    }
    spin_for(100us);
  }
  track.flush();
  std::vector<TraceState> states;
  for (const TraceSpan& span : spans_of(*recorder)) states.push_back(span.state);
  CHECK(states == std::vector{TraceState::fill, TraceState::commit, TraceState::fill});
}

TEST_CASE("trace track: filling and writing of a cluster have one flow, those of the next another") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, TracePlace{});
  const auto now = TraceClock::now();
  track.add(TraceState::fill, now, now + 1us);
  track.add(TraceState::compress, now + 1us, now + 2us);
  track.add(TraceState::write, now + 2us, now + 3us);
  track.begin_cluster();
  track.add(TraceState::fill, now + 3us, now + 4us);
  track.flush();
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 4);
  CHECK(spans[0].flow != 0);
  CHECK(spans[1].flow == 0);
  CHECK(spans[2].flow == spans[0].flow);
  CHECK(spans[3].flow != spans[0].flow);
}

TEST_CASE("trace track: a row of its own is made with the first span, unless a stream gives it a place") {
  const auto recorder = recorder_with(0ms);
  const auto now = TraceClock::now();
  TraceTrack own(recorder, "context 0", "Events");
  TraceTrack placed(recorder, "context 1", "Events");
  const TraceTrack unused(recorder, "context 2", "Events");
  placed.move_to({recorder->add_row("stream 0"), 3});
  placed.move_to_entry(77);  // the stream knows better
  placed.add(TraceState::fill, now, now + 1us);
  own.move_to_entry(50);
  own.add(TraceState::fill, now + 1us, now + 2us);
  placed.flush();
  own.flush();
  CHECK(recorder->rows() == std::vector<std::string>{"stream 0", "context 0"});
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 2);
  CHECK(spans[0].row == 0);
  CHECK(spans[0].event == 3);
  CHECK(spans[1].row == 1);
  CHECK(spans[1].event == 50);
}

TEST_CASE("trace track: a task in another thread has the stream's row and its own thread") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, "context 0", "Events");
  track.make_row();
  std::thread helper([&] {
    TraceTrack beside(&track);
    const auto now = TraceClock::now();
    beside.add(TraceState::compress, now, now + 1us);
  });
  helper.join();
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].row == 0);
  CHECK(spans[0].thread != std::this_thread::get_id());
}

TEST_CASE("trace track: counters have a value and no length; many spans make several blocks") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, TracePlace{});
  const auto memory = recorder->name("memory in flight");
  for (std::uint64_t value = 0; value < 1000; ++value) track.count(memory, value);
  CHECK(recorder->spans().size() == 768);  // three blocks
  track.flush();
  const auto spans = spans_of(*recorder);
  REQUIRE(spans.size() == 1000);
  CHECK(spans[999].bytes == 999);
  CHECK(spans[999].state == TraceState::counter);
  CHECK(spans[999].begin == spans[999].end);
}

TEST_CASE("trace track: counters alone make no row") {
  const auto recorder = recorder_with(0ms);
  TraceTrack track(recorder, "Events, context 0", "Events");
  track.count(recorder->name("queue depth"), 3);
  track.flush();
  CHECK(recorder->rows().empty());
  CHECK(recorder->spans().size() == 1);
  track.add(TraceState::fill, TraceClock::now(), TraceClock::now());
  track.flush();
  CHECK(recorder->rows() == std::vector<std::string>{"Events, context 0"});
}
