#include "ramet/core/trace/recorder.hpp"

#include <barrier>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace std::chrono_literals;

namespace {

std::vector<TraceSpan> block_of(const TraceRecorder& recorder, std::vector<int> begins, std::uint32_t row = 0) {
  std::vector<TraceSpan> block;
  for (const int begin : begins) {
    TraceSpan span;
    span.begin = recorder.start() + begin * 1us;
    span.end = span.begin + 1us;
    span.row = row;
    block.push_back(span);
  }
  return block;
}

}  // namespace

TEST_CASE("trace recorder: rows are numbered, and equal names have one number, which is not 0") {
  TraceRecorder recorder;
  CHECK(recorder.add_row("stream 0") == 0);
  CHECK(recorder.add_row("stream 1") == 1);
  const auto tracker = recorder.name("tracker");
  CHECK(tracker > 0);
  CHECK(recorder.name("jets") != tracker);
  CHECK(recorder.name("tracker") == tracker);
  CHECK(recorder.names().at(tracker) == "tracker");
  CHECK(recorder.rows() == std::vector<std::string>{"stream 0", "stream 1"});
  CHECK(recorder.next_flow() != recorder.next_flow());
}

TEST_CASE("trace recorder: spans of several blocks come in the order of time") {
  TraceRecorder recorder;
  recorder.push(block_of(recorder, {5, 9}));
  recorder.push(block_of(recorder, {1, 7}));
  recorder.push({});
  std::vector<std::int64_t> begins;
  for (const TraceSpan* span : recorder.spans()) begins.push_back((span->begin - recorder.start()) / 1us);
  CHECK(begins == std::vector<std::int64_t>{1, 5, 7, 9});
}

TEST_CASE("trace recorder: blocks beyond the most spans are counted, and dropped") {
  TraceRecorder recorder({.most_spans = 3});
  recorder.push(block_of(recorder, {1, 2}));
  recorder.push(block_of(recorder, {3, 4}));  // fewer than the most are there: taken as a whole
  recorder.push(block_of(recorder, {5, 6}));
  CHECK(recorder.spans().size() == 4);
  CHECK(recorder.dropped() == 2);
}

TEST_CASE("trace recorder: threads hand over blocks at the same time, while another looks") {
  TraceRecorder recorder;
  constexpr int threads = 4;
  constexpr int blocks = 200;
  std::barrier start(threads + 1);
  std::vector<std::thread> running;
  running.reserve(threads);
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      start.arrive_and_wait();
      for (int block = 0; block < blocks; ++block)
        recorder.push(block_of(recorder, {block, block + 1}, static_cast<std::uint32_t>(thread)));
    });
  start.arrive_and_wait();
  std::size_t before = 0;
  for (int look = 0; look < 20; ++look) {
    const std::size_t seen = recorder.spans().size();
    CHECK(seen >= before);
    before = seen;
  }
  for (std::thread& thread : running) thread.join();
  CHECK(recorder.spans().size() == threads * blocks * 2);
}
