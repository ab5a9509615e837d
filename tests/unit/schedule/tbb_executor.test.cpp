// Left out in a program built with the thread sanitizer, and where RAMET_TEST_EXECUTOR is "threads": Debian's oneTBB is
// not instrumented, so its own hand-overs would be reported as races.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>

#include "thread_sanitizer.hpp"
#include "unit/schedule/executor_promises.hpp"
#include "unit/schedule/rendezvous.hpp"
#include <doctest/doctest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/arena_executor.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::schedule;

namespace {

/// Lets oneTBB start as many threads as the tests ask for, also on a machine with fewer processors.
tbb::global_control enough_threads() { return {tbb::global_control::max_allowed_parallelism, 16}; }

/// A host's arena and an executor on it.
struct Hosted {
  tbb::task_arena arena;
  std::unique_ptr<Executor> executor;

  Hosted(int threads, Isolation isolation) : arena(threads), executor(make_arena_executor(arena, isolation)) {}
  Executor& operator*() const { return *executor; }
};

bool is_left_out() {
  const char* chosen = std::getenv("RAMET_TEST_EXECUTOR");
  return UNDER_THREAD_SANITIZER != 0 || (chosen != nullptr && std::string_view(chosen) == "threads");
}

std::shared_ptr<Executor> hosted_executor(int threads, Isolation isolation) {
  const auto hosted = std::make_shared<Hosted>(threads, isolation);
  return {hosted, hosted->executor.get()};
}

}  // namespace

TEST_SUITE_BEGIN("tbb executor" * doctest::skip(is_left_out()));

TEST_CASE("tbb executor: an arena of its own keeps every promise, 1 thread") {
  const auto threads = enough_threads();
  check_promises([] { return make_tbb_executor(1); });
}

TEST_CASE("tbb executor: an arena of its own keeps every promise, 2 threads") {
  const auto threads = enough_threads();
  check_promises([] { return make_tbb_executor(2); });
}

TEST_CASE("tbb executor: an arena of its own keeps every promise, 8 threads") {
  const auto threads = enough_threads();
  check_promises([] { return make_tbb_executor(8); });
}

TEST_CASE("tbb executor: an arena of its own has the threads asked for, also where there are fewer processors") {
  const std::size_t threads = 2 * std::thread::hardware_concurrency() + 3;
  const auto executor = make_tbb_executor(threads);
  Rendezvous all(threads);
  std::atomic<std::size_t> met = 0;
  executor->for_each_index(threads, [&](std::size_t) { met += all.arrive_and_wait() ? 1 : 0; });
  CHECK(met == threads);
}

TEST_CASE("tbb executor: an arena of its own keeps its threads when an earlier executor ends") {
  const std::size_t threads = 2 * std::thread::hardware_concurrency() + 3;
  auto earlier = make_tbb_executor(threads);
  const auto executor = make_tbb_executor(threads);
  earlier.reset();
  Rendezvous all(threads);
  std::atomic<std::size_t> met = 0;
  executor->for_each_index(threads, [&](std::size_t) { met += all.arrive_and_wait() ? 1 : 0; });
  CHECK(met == threads);
}

TEST_CASE("tbb executor: the host's arena keeps every promise, isolated") {
  const auto threads = enough_threads();
  check_promises([] { return hosted_executor(4, Isolation::isolated); });
}

TEST_CASE("tbb executor: the host's arena keeps every promise, shared") {
  const auto threads = enough_threads();
  check_promises([] { return hosted_executor(4, Isolation::shared); });
}

TEST_CASE("tbb executor: no threads, or more than an arena can count, are misuse") {
  CHECK_THROWS_WITH_AS(make_tbb_executor(0), "an executor needs at least 1 thread, not 0", Error);
  CHECK_THROWS_WITH_AS(make_tbb_executor(1UL << 40U), "an arena cannot have 1099511627776 threads", Error);
}

TEST_CASE("tbb executor: a host's arena of one thread runs everything on the caller") {
  for (const Isolation isolation : {Isolation::isolated, Isolation::shared}) {
    const Hosted hosted(1, isolation);
    const auto caller = std::this_thread::get_id();
    std::atomic<int> here = 0;
    (*hosted).for_each_index(20, [&](std::size_t) { here += std::this_thread::get_id() == caller ? 1 : 0; });
    CHECK((*hosted).concurrency() == 1);
    CHECK(here == 20);
  }
}

TEST_CASE("tbb executor: threads of the host's arena may call it from inside") {
  const auto threads = enough_threads();
  for (const Isolation isolation : {Isolation::isolated, Isolation::shared}) {
    Hosted hosted(4, isolation);
    std::atomic<int> runs = 0;
    hosted.arena.execute([&] {
      tbb::task_group group;
      for (int task = 0; task < 20; ++task)
        group.run([&] { (*hosted).for_each_index(30, [&](std::size_t) { ++runs; }); });
      group.wait();
    });
    CHECK(runs == 20 * 30);
  }
}

TEST_CASE("tbb executor: a full arena does not keep callers from outside waiting") {
  const auto threads = enough_threads();
  Hosted hosted(2, Isolation::isolated);
  const auto full = std::make_shared<Rendezvous>(3);  // owned by the tasks too: they may outlive this test
  const auto release = std::make_shared<Rendezvous>(3);
  const auto occupy = [full, release] {
    full->arrive_and_wait();
    release->arrive_and_wait();
  };
  // An arena of 2 has one worker; its second place is for a thread that enters.
  hosted.arena.enqueue(occupy);
  std::jthread entered([&] { hosted.arena.execute(occupy); });
  full->arrive_and_wait();
  std::atomic<int> runs = 0;
  (*hosted).for_each_index(10, [&](std::size_t) { ++runs; });
  CHECK(runs == 10);
  release->arrive_and_wait();
}

namespace {

/// The thread on which a task of the host's ran, queued while its owner was about to wait inside ramet for another
/// thread's last task. `wait_for_host`: whether that last task ends only after the host's.
std::thread::id thread_of_host_task(Isolation isolation, bool wait_for_host) {
  Hosted hosted(2, isolation);
  std::atomic<bool> host_ran = false;
  std::thread::id host_thread;
  hosted.arena.execute([&] {
    tbb::task_group host;
    Rendezvous both(2);
    const auto owner = std::this_thread::get_id();
    (*hosted).for_each_index(2, [&](std::size_t) {
      both.arrive_and_wait();
      if (std::this_thread::get_id() == owner) {
        host.run([&] {
          host_thread = std::this_thread::get_id();
          host_ran = true;
        });
      } else {
        for (int look = 0; look < 1000 || (wait_for_host && !host_ran); ++look) std::this_thread::yield();
      }
    });
    if (!wait_for_host && host_ran && host_thread == owner) FAIL("the owner ran it while it waited inside ramet");
    host.wait();
  });
  return host_thread;
}

}  // namespace

TEST_CASE("tbb executor: an isolated caller runs no task of the host's while it waits") {
  const auto threads = enough_threads();
  for (int repetition = 0; repetition < 20; ++repetition) thread_of_host_task(Isolation::isolated, false);
}

TEST_CASE("tbb executor: a sharing caller runs the host's tasks while it waits") {
  const auto threads = enough_threads();
  CHECK(thread_of_host_task(Isolation::shared, true) == std::this_thread::get_id());
}

TEST_CASE("tbb executor: it may be destroyed before late helpers have arrived") {
  const auto threads = enough_threads();
  tbb::task_arena arena(4);
  std::atomic<int> runs = 0;
  for (int repetition = 0; repetition < 500; ++repetition)
    make_arena_executor(arena)->for_each_index(2, [&](std::size_t) { ++runs; });
  CHECK(runs == 1000);
}

TEST_SUITE_END();
