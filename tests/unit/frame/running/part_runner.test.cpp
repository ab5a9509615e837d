#include "ramet/frame/running/part_runner.hpp"

#include "unit/frame/running/sample_parts.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;
using frame::PartRunner;
using sample::EveryAction;

namespace {

const EveryAction& run(const EveryAction& actions, const frame::RunOptions& options = {}) {
  for (const frame::Booked& one : actions.booked()) one.run(options);
  return actions;
}

}  // namespace

TEST_CASE("parts of any size give the bits of one run") {
  const sample::Threads threads(2);
  const sample::Threads one;
  const auto cut = [](const Frame& frame) { return frame.filter("x % 3 != 1", "third"); };
  const EveryAction alone{cut(sample::sent(threads))};
  run(alone);
  for (const std::size_t size : {1, 2, 3, 100}) {
    const EveryAction here{cut(sample::sent(threads))};
    const EveryAction there{cut(sample::sent(one))};
    const PartRunner runner(there.booked());
    run(here, {.elsewhere = sample::in_parts(runner, size)});
    CHECK(here == alone);
    CHECK(here.count.booked.report().is_complete());
  }
}

TEST_CASE("a part twice counts once, and damaged bytes not at all") {
  const sample::Threads threads;
  const EveryAction alone(sample::sent(threads));
  run(alone);
  const EveryAction here(sample::sent(threads)), there(sample::sent(threads));
  const PartRunner runner(there.booked());
  run(here, {.elsewhere = [&](frame::TasksElsewhere& tasks) {
        const std::size_t last = tasks.wanted().last;
        const sample::PartBytes first = sample::part_of(runner, {0, 1});
        const sample::PartBytes rest = sample::part_of(runner, {1, last});
        for (const std::size_t place : {std::size_t{0}, std::size_t{30}, rest.size() / 2, rest.size() - 1}) {
          sample::PartBytes damaged = rest;
          damaged[place] ^= std::byte{4};
          CHECK(sample::error_of([&] { tasks.take(damaged); }).starts_with("corrupt:"));
          damaged.resize(place);
          CHECK(sample::error_of([&] { tasks.take(damaged); }).starts_with("corrupt:"));
        }
        CHECK(tasks.take(first));
        CHECK_FALSE(tasks.take(first));
        CHECK(sample::error_of([&] { tasks.take(sample::part_of(runner, {0, last})); }) ==
              fmt::format("misuse: 1 of the tasks 0 to {} were taken before", last));
        CHECK(tasks.take(rest));
        CHECK_FALSE(tasks.take(rest));
      }});
  CHECK(here == alone);
}

TEST_CASE("a part of another source is refused") {
  const sample::Threads threads;
  const EveryAction here(sample::sent(threads)), there(sample::sent(threads, 80'000, 900));
  const PartRunner runner(there.booked());
  const auto elsewhere = [&](frame::TasksElsewhere& tasks) { tasks.take(sample::part_of(runner, {0, 1})); };
  CHECK(sample::error_of([&] { here.count.booked.run({.elsewhere = elsewhere}); }).find("a part of other tasks") !=
        std::string::npos);
}

TEST_CASE("tasks that nobody does are misuse, or after a stop left out") {
  const sample::Threads threads;
  const auto nothing = [](frame::TasksElsewhere&) {};
  const EveryAction here(sample::sent(threads));
  CHECK(sample::error_of([&] { here.count.booked.run({.elsewhere = nothing}); }).find("were not done elsewhere") !=
        std::string::npos);
  const EveryAction stopped(sample::sent(threads)), there(sample::sent(threads));
  const PartRunner runner(there.booked());
  StopSource stop;
  const auto first = [&](frame::TasksElsewhere& tasks) {
    CHECK_FALSE(tasks.is_stopped());
    tasks.take(sample::part_of(runner, {0, 1}));
    stop.request_stop();
    CHECK(tasks.is_stopped());
  };
  stopped.count.booked.run({.stop = stop.get_token(), .elsewhere = first});
  const frame::RunReport report = stopped.count.booked.report();
  CHECK(report.was_stopped);
  REQUIRE(report.covered.size() == 1);
  CHECK(report.covered.front().size() == stopped.count.action->count());
}

TEST_CASE("losses of a part are told, and filters are counted") {
  const sample::Threads threads;
  const auto made = [&] {
    auto rows = sample::counting_rows(sample::many);
    rows->damaged = {{20'000}, {20'010}};
    return threads.of(rows, {.origin = R"({"entries":0})"}).filter("x % 2 == 0", "even");
  };
  const Frame here = made(), there = made();
  const auto count = sample::ask<frame::CountAction>(here), other = sample::ask<frame::CountAction>(there);
  const frame::Filters filters = here.filters(), others = there.filters();
  const PartRunner runner({other.booked, others.booked()});
  const auto elsewhere = [&](frame::TasksElsewhere& tasks) {
    const bytes::Buffer part = runner.run(tasks.wanted(), {.on_error = frame::OnError::skip});
    tasks.take(part.span());
  };
  count.run({.on_error = frame::OnError::skip, .elsewhere = elsewhere});
  REQUIRE(count.booked.report().lost.size() == 1);
  CHECK(count.booked.report().lost.front().entries == EntryRange{{20'000}, {20'010}});
  REQUIRE(filters.counts().size() == 1);
  CHECK(filters.counts().front().all == sample::many - 10);
  CHECK(filters.counts().front().passed == count.action->count());
  CHECK(sample::error_of([&] { runner.run({0, 1000}); }).starts_with("misuse: tasks 0 to 1000"));
}

TEST_CASE("there are no parts of nothing, of two sources, and of what is done in order") {
  const sample::Threads threads;
  CHECK(sample::error_of([] { PartRunner runner({}); }) == "misuse: a part of a run without results");
  const Frame one = sample::sent(threads), other = sample::sent(threads);
  const frame::Booked first = one.count().booked(), second = other.count().booked();
  CHECK(sample::error_of([&] { PartRunner runner({first, second}); }).find("several sources") != std::string::npos);
  const frame::Booked counted = one.filter("x > 5").range(10).count().booked();
  CHECK(sample::error_of([&] { PartRunner runner({counted}); }).starts_with("unsupported: a range behind a filter"));
  const frame::Booked reduced = one.reduce([](double a, double b) { return a + b; }, "y", 0.0).booked();
  CHECK(sample::error_of([&] { PartRunner runner({reduced}); }).find("it cannot be computed by other processes") !=
        std::string::npos);
}

TEST_CASE("what a run would give to others is told before it runs") {
  const sample::Threads threads;
  const EveryAction here(sample::sent(threads));
  const frame::RunParts parts = frame::parts_of_run(here.sums.booked);
  CHECK(parts.tasks.back().entries.last.number == sample::many);
  CHECK(!here.sums.booked.is_ready());
  const auto elsewhere = [&](frame::TasksElsewhere& tasks) {
    CHECK(tasks.plan() == parts.plan);
    CHECK(tasks.tasks().size() == parts.tasks.size());
    tasks.stop();
    CHECK(tasks.is_stopped());
  };
  here.sums.booked.run({.elsewhere = elsewhere});
  CHECK(here.sums.booked.report().was_stopped);
  CHECK(here.sums.booked.report().covered.empty());
  CHECK(sample::error_of([&] { frame::parts_of_run(here.sums.booked); }).find("nothing to share out") !=
        std::string::npos);
}
