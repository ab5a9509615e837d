#include "ramet/core/trace/json.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/core/trace/track.hpp"

using namespace ramet;
using namespace std::chrono_literals;

namespace {

std::string json_of(const TraceRecorder& recorder) {
  std::string text;
  write_trace_json(recorder, [&](std::string_view piece) { text += piece; });
  return text;
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// A stream that waits for a module, runs it, fills, and writes.
std::shared_ptr<TraceRecorder> sample() {
  const auto recorder = std::make_shared<TraceRecorder>(
      TraceRecorder::Options{.program = "test \"run\"", .resolution = 0ms, .stall_seconds = 0.5});
  const auto row = recorder->add_row("stream 0");
  const auto start = recorder->start();
  TraceTrack track(recorder, TracePlace{row, 7}, "Events");
  const auto jets = recorder->name("jets");
  track.add_named(TraceState::wait_concurrency, jets, start + 1ms, start + 600ms);
  track.add_named(TraceState::module, jets, start + 600ms, start + 601500us);
  track.add(TraceState::fill, start + 602ms, start + 603ms);
  track.add(TraceState::write, start + 604ms, start + 605ms, 4096);
  track.add(TraceState::wait_memory, start + 605ms, start + 606ms);
  track.begin_cluster();
  track.add(TraceState::fill, start + 607ms, start + 608ms);  // never written
  track.count(recorder->name("memory in flight"), 12345);
  return recorder;
}

}  // namespace

TEST_CASE("trace json: spans, counters, arrows and names of rows are events of Chrome's format") {
  const std::string text = json_of(*sample());
  CHECK(text.starts_with(
      R"({"displayTimeUnit":"ms","otherData":{"program":"test \"run\"","streams":1,"threads":1,"stall_seconds":0.5,)"));
  CHECK(text.ends_with("\n]}\n"));
  CHECK(count(text, R"({"ph":"M","pid":1,"tid":0,"name":"thread_name","args":{"name":"stream 0"}})") == 1);
  CHECK(count(text, R"({"ph":"X","pid":1,"tid":0,"ts":604000.000,"dur":1000.000,"name":"write","cat":"write",)"
                    R"("args":{"event":7,"bytes":4096,"tier":"Events","thread":0}})") == 1);
  CHECK(count(text, R"("name":"memory in flight","args":{"value":12345}})") == 1);
}

TEST_CASE(
    "trace json: a module for which a stream had to wait for long is a stall; waits are named after their table") {
  const std::string text = json_of(*sample());
  CHECK(count(text, R"("ts":600000.000,"dur":1500.000,"name":"jets","cat":"stalled")") == 1);
  CHECK(count(text, R"("name":"jets","cat":"wait:concurrency")") == 1);
  CHECK(count(text, R"("name":"Events","cat":"wait:memory")") == 1);
}

TEST_CASE("trace json: an arrow leads from the filling of a cluster to its writing, if it was written") {
  const std::string text = json_of(*sample());
  CHECK(count(text, R"({"ph":"s","pid":1,"tid":0,"ts":602000.000,"id":1,)") == 1);
  CHECK(count(text, R"({"ph":"f","bp":"e","pid":1,"tid":0,"ts":604000.000,"id":1,)") == 1);
  CHECK(count(text, R"("ph":"s")") == 1);
}

TEST_CASE("trace json: a curve says how many modules run") {
  const auto curve_of = [](std::chrono::milliseconds resolution) {
    const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = resolution});
    const auto start = recorder->start();
    const auto jets = recorder->name("jets");
    for (const auto& [begin, end] : {std::pair(1ms, 40ms), std::pair(20ms, 50ms), std::pair(50ms, 51ms)}) {
      TraceTrack track(recorder, TracePlace{recorder->add_row("stream"), 0});
      track.add_named(TraceState::module, jets, start + begin, start + end);
    }
    TraceTrack track(recorder, TracePlace{recorder->add_row("output"), 0});
    track.add(TraceState::compress, start + 1ms, start + 90ms);
    const std::string text = json_of(*recorder);
    std::string curve;
    const std::string_view before = R"({"ph":"C","pid":1,"ts":)";
    const std::string_view between = R"(,"name":"running modules","args":{"value":)";
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + 1)) {
      const std::size_t time = at + before.size();
      const std::size_t end = text.find(between, time);
      const std::size_t value = end + between.size();
      curve += text.substr(time, end - time) + ":" + text.substr(value, text.find('}', value) - value) + " ";
    }
    return curve;
  };
  CHECK(curve_of(0ms) == "1000.000:1 20000.000:2 40000.000:1 51000.000:0 ");
  CHECK(curve_of(35ms) == "1000.000:1 20000.000:2 51000.000:0 ");  // two numbers lasted shorter
  CHECK(count(json_of(*sample()), R"("name":"running modules")") == 2);
}

TEST_CASE("trace json: it is written in pieces, and an empty trace is one, too") {
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = 0ms});
  CHECK(json_of(*recorder).ends_with("\n]}\n"));
  {
    TraceTrack track(recorder, TracePlace{recorder->add_row("tab\there"), 0});
    const auto now = TraceClock::now();
    for (int span = 0; span < 10'000; ++span) track.add(TraceState::decode, now, now + 1us);
  }
  std::size_t pieces = 0;
  std::size_t largest = 0;
  write_trace_json(*recorder, [&](std::string_view piece) {
    ++pieces;
    largest = std::max(largest, piece.size());
  });
  CHECK(pieces > 10);
  CHECK(largest < 70'000);
  CHECK(count(json_of(*recorder), R"(tab\u0009here)") == 1);
}

TEST_CASE("trace json: it is saved to a file, and a path that cannot be written is an error that names it") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "run.json";
  save_trace(*sample(), path);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(count(text, R"("ph":"X")") == 6);
  CHECK_THROWS_AS(save_trace(*sample(), folder.path() / "missing" / "run.json"), Error);
  CHECK_THROWS_AS(save_trace(*sample(), "/dev/full"), Error);
  CHECK(std::filesystem::is_character_file("/dev/full"));  // a part of a file goes, a device stays
}
