#include "ramet/frame/running/elsewhere.hpp"

#include "unit/frame/running/sample_parts.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::PartRunner;

TEST_CASE("a run says what its tasks are, and which are wanted now") {
  const sample::Threads threads;
  const frame::Frame here = sample::sent(threads), there = sample::sent(threads);
  const auto count = sample::ask<frame::CountAction>(here), other = sample::ask<frame::CountAction>(there);
  const PartRunner runner({other.booked});
  std::vector<frame::TaskRange> wanted;
  const auto elsewhere = [&](frame::TasksElsewhere& tasks) {
    wanted.push_back(tasks.wanted());
    CHECK(tasks.tasks().back().entries.last.number == sample::many);
    CHECK(tasks.file_of(tasks.wanted()).empty());
    CHECK(tasks.plan().find(R"("results":[{"at":0,"result":{"kind":"count"}}])") != std::string::npos);
    tasks.take(sample::part_of(runner, tasks.wanted()));
  };
  const frame::StopCondition until{
      .results = {count.booked},
      .holds = [&](const frame::PartialResults& so_far) { return so_far.report.covered.front().size() > 30'000; },
      .entries = 1};
  count.run({.until = &until, .elsewhere = elsewhere});
  CHECK(wanted.size() > 1);
  CHECK(wanted.front().last == wanted[1].first);
  CHECK(count.booked.report().was_stopped);
  CHECK(count.action->count() > 30'000);
  CHECK(count.action->count() < sample::many);
}

TEST_CASE("what cannot be sent is refused, and can be computed here") {
  const sample::Threads threads;
  const frame::DoElsewhere never = [](frame::TasksElsewhere&) { FAIL("it was asked for"); };
  const auto of_memory = sample::ask<frame::CountAction>(threads.counting(10));
  CHECK(sample::error_of([&] { of_memory.run({.elsewhere = never}); }).find("columns in memory") != std::string::npos);
  CHECK(of_memory.run().count() == 10);
}
