#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "unit/schedule/rendezvous.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::schedule;

TEST_CASE("thread executor: it has the threads that were asked for, and none is misuse") {
  CHECK(make_thread_executor(1)->concurrency() == 1);
  CHECK(make_thread_executor(5)->concurrency() == 5);
  CHECK_THROWS_WITH_AS(make_thread_executor(0), "an executor needs at least 1 thread, not 0", Error);
}

TEST_CASE("thread executor: the calling thread takes part") {
  const auto executor = make_thread_executor(3);
  Rendezvous all(3);
  Mutex mutex;
  std::set<std::thread::id> threads;
  executor->for_each_index(3, [&](std::size_t) {
    all.arrive_and_wait();
    const MutexLock lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  CHECK(threads.size() == 3);
  CHECK(threads.contains(std::this_thread::get_id()));
}

TEST_CASE("thread executor: a caller that waits leaves other callers' tasks alone") {
  const auto executor = make_thread_executor(2);
  Rendezvous both(2);
  Rendezvous others_done(2);
  std::atomic<bool> foreign_task_on_waiter = false;
  const auto waiter = std::this_thread::get_id();
  std::jthread other;
  executor->for_each_index(2, [&](std::size_t) {
    both.arrive_and_wait();  // one on the caller, which goes to wait; one on the helper, which stays busy
    if (std::this_thread::get_id() == waiter) return;
    other = std::jthread([&] {
      executor->for_each_index(100, [&](std::size_t) {
        std::this_thread::yield();
        if (std::this_thread::get_id() == waiter) foreign_task_on_waiter = true;
      });
      others_done.arrive_and_wait();
    });
    others_done.arrive_and_wait();
  });
  CHECK_FALSE(foreign_task_on_waiter);
}

TEST_CASE("thread executor: idle ones come and go") {
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto executor = make_thread_executor(4);
    std::atomic<int> runs = 0;
    if (repetition % 2 == 0) executor->for_each_index(3, [&](std::size_t) { ++runs; });
    CHECK(runs == (repetition % 2 == 0 ? 3 : 0));
  }
}

namespace {

/// A tree of nested calls, three to a node; the sum of what its leaves add is known.
long sum_of_tree(Executor& executor, int depth) {
  if (depth == 0) return 1;
  std::vector<long> sums(3);
  executor.for_each_index(sums.size(), [&](std::size_t index) { sums[index] = sum_of_tree(executor, depth - 1); });
  return sums[0] + sums[1] + sums[2];
}

}  // namespace

TEST_CASE("thread executor: deep trees of calls from several threads at once add up") {
  const auto executor = make_thread_executor(4);
  std::vector<long> sums(3);
  Rendezvous start(sums.size());
  {
    std::vector<std::jthread> threads;
    for (long& sum : sums) {
      threads.emplace_back([&] {
        start.arrive_and_wait();
        for (int repetition = 0; repetition < 10; ++repetition) sum += sum_of_tree(*executor, 5);
      });
    }
  }
  for (const long sum : sums) CHECK(sum == 10 * 243);
}
