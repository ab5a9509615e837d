#include "ramet/frame/internal/run/run_meter.hpp"

#include <thread>

#include <doctest/doctest.h>

using namespace ramet;
using frame::RunOptions;
using frame::RunProgress;
using frame::internal::RunMeter;

namespace {

/// Counts what it is told. Threads: one thread.
struct Sink final : ProgressSink {
  std::uint64_t entries = 0;
  void advance(std::uint64_t more, std::uint64_t) override { entries += more; }
};

}  // namespace

TEST_CASE("entries and files that are done are told, of files with all of theirs") {
  std::vector<RunProgress> told;
  const RunOptions options{.on_progress = [&](const RunProgress& of) { told.push_back(of); },
                           .progress_interval = std::chrono::milliseconds(0)};
  RunMeter meter(options);
  meter.begin({0, 10, 10, 30});
  meter.advance(5, 0);
  REQUIRE(told.size() == 1);
  CHECK(told.back().entries == 5);
  CHECK(told.back().all_entries == 30);
  CHECK(told.back().all_files == 3);
  CHECK(told.back().files == 1);  // one has no entries
  meter.end_task({{20}, {30}});
  meter.end_task({{5}, {20}});
  meter.advance(20, 0);
  CHECK(told.back().files == 2);
  CHECK(told.back().seconds_left.has_value());
  meter.end_task({{0}, {5}});
  meter.advance(5, 0);
  meter.finish();
  REQUIRE(told.size() == 4);
  CHECK(told.back().entries == 30);
  CHECK(told.back().files == 3);
  CHECK(told.back().seconds_left == 0.0);
}

TEST_CASE("only the thread that asked for the run is told, but all threads count") {
  std::size_t calls = 0;
  RunProgress last;
  const RunOptions options{.on_progress = [&](const RunProgress& of) { ++calls, last = of; },
                           .progress_interval = std::chrono::milliseconds(0)};
  RunMeter meter(options);
  meter.begin({0, 100});
  std::jthread([&] { meter.advance(60, 0); }).join();
  CHECK(calls == 0);
  meter.advance(10, 0);
  CHECK(calls == 1);
  CHECK(last.entries == 70);
}

TEST_CASE("between two calls there is the interval, and nothing is told without a function") {
  std::size_t calls = 0;
  const RunOptions options{.on_progress = [&](const RunProgress&) { ++calls; },
                           .progress_interval = std::chrono::hours(1)};
  RunMeter meter(options);
  meter.begin({0, 100});
  meter.advance(50, 0);
  CHECK(calls == 0);
  meter.finish();
  CHECK(calls == 1);
  Sink sink;
  const RunOptions silent{.progress = &sink};
  RunMeter other(silent);
  other.begin({0, 100});
  other.advance(50, 0);
  other.end_task({{0}, {50}});
  other.finish();
  CHECK(sink.entries == 50);
}
