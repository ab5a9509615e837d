#include "unit/schedule/executor_promises.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "unit/schedule/rendezvous.hpp"

#include "ramet/core/error.hpp"

namespace {

using ramet::Error;
using ramet::ErrorKind;
using ramet::StopSource;
using ramet::schedule::Executor;

void every_index_runs_once(Executor& executor) {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
    CAPTURE(count);
    std::vector<std::atomic<int>> runs(count);
    executor.for_each_index(count, [&](std::size_t index) { ++runs.at(index); });
    CHECK(std::ranges::all_of(runs, [](const auto& times) { return times == 1; }));
  }
}

void effects_are_visible(Executor& executor) {
  std::vector<int> numbers(1000);
  std::vector<int> squares(numbers.size());
  std::iota(numbers.begin(), numbers.end(), 0);  // plain memory on purpose: the thread sanitizer watches
  executor.for_each_index(numbers.size(), [&](std::size_t index) { squares[index] = numbers[index] * numbers[index]; });
  CHECK(std::accumulate(squares.begin(), squares.end(), 0L) == 332'833'500L);
}

void as_many_tasks_overlap_as_it_says(Executor& executor) {
  const std::size_t width = executor.concurrency();
  Rendezvous all(width);
  std::atomic<std::size_t> met = 0;
  std::atomic<std::size_t> running = 0;
  std::atomic<std::size_t> most_running = 0;
  executor.for_each_index(10 * width, [&](std::size_t) {
    const std::size_t now = ++running;
    std::size_t most = most_running;
    while (most < now && !most_running.compare_exchange_weak(most, now)) {
    }
    if (all.arrive_and_wait()) ++met;
    --running;
  });
  CHECK(met == 10 * width);
  CHECK(most_running == width);
}

void nested_calls_finish(Executor& executor) {
  std::atomic<int> leaves = 0;
  for (int repetition = 0; repetition < 20; ++repetition) {
    executor.for_each_index(4, [&](std::size_t) {
      executor.for_each_index(5, [&](std::size_t) { executor.for_each_index(6, [&](std::size_t) { ++leaves; }); });
    });
  }
  CHECK(leaves == 20 * 4 * 5 * 6);
}

void waiting_threads_help_nested_calls(Executor& executor) {
  const std::size_t width = executor.concurrency();
  Rendezvous outer(width);
  Rendezvous inner(width);
  std::atomic<std::size_t> met = 0;
  executor.for_each_index(width, [&](std::size_t index) {
    if (!outer.arrive_and_wait()) return;  // each thread has one task; then all but one are done
    if (index != width - 1) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // by then the others are asleep and must be woken
    executor.for_each_index(width, [&](std::size_t) { met += inner.arrive_and_wait() ? 1U : 0U; });
  });
  CHECK(met == width);
}

void a_caller_that_waits_looks_whether_to_stop(Executor& executor) {
  const std::size_t width = executor.concurrency();
  if (width == 1 || executor.runs_others_while_waiting()) return;
  const std::thread::id caller = std::this_thread::get_id();
  Rendezvous all(width);
  std::atomic<int> looks = 0, other_looks = 0;
  std::atomic<StopSource*> to_stop = nullptr;
  StopSource source([&] {
    ++(std::this_thread::get_id() == caller ? looks : other_looks);
    to_stop.load()->request_stop();
  });
  to_stop = &source;
  const ramet::StopToken stop = source.get_token();
  executor.for_each_index(
      width,
      [&](std::size_t) {
        if (!all.arrive_and_wait() || std::this_thread::get_id() == caller) return;
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      },
      stop);
  CHECK(looks >= 1);
  CHECK(other_looks == 0);
}

void threads_share_it(Executor& executor) {
  constexpr std::size_t callers = 4;
  std::array<std::atomic<long>, callers> sums{};
  Rendezvous start(callers);
  {
    std::vector<std::jthread> threads;
    for (std::size_t caller = 0; caller < callers; ++caller) {
      threads.emplace_back([&, caller] {
        start.arrive_and_wait();
        for (int repetition = 0; repetition < 50; ++repetition)
          executor.for_each_index(20, [&](std::size_t index) { sums[caller] += static_cast<long>(index); });
      });
    }
  }
  for (const auto& sum : sums) CHECK(sum == 50 * 190);
}

void lowest_failure_is_rethrown(Executor& executor) {
  const std::size_t width = executor.concurrency();
  Rendezvous all(width);  // so that every index of the first round throws
  std::string text;
  try {
    executor.for_each_index(100, [&](std::size_t index) {
      all.arrive_and_wait();
      throw std::runtime_error(std::to_string(index));
    });
  } catch (const std::runtime_error& error) {
    text = error.what();
  }
  CHECK(text == "0");
}

void after_a_failure_no_more_are_started(Executor& executor) {
  constexpr std::size_t count = 1'000'000;
  std::atomic<bool> failing = false;
  std::atomic<std::size_t> started = 0;
  const auto body = [&](std::size_t index) {
    ++started;
    if (index == 0) {
      failing = true;
      throw std::runtime_error("first");
    }
    while (!failing) std::this_thread::yield();
  };
  CHECK_THROWS_WITH_AS(executor.for_each_index(count, body), "first", std::runtime_error);
  CHECK(started < count);
  every_index_runs_once(executor);  // it can go on
}

void a_failure_in_a_nested_call_comes_out(Executor& executor) {
  const auto outer = [&](std::size_t first) {
    executor.for_each_index(10, [&](std::size_t second) {
      if (first == 2 && second == 3) throw Error(ErrorKind::corrupt, "basket 3 of branch 2");
    });
  };
  CHECK_THROWS_WITH_AS(executor.for_each_index(5, outer), "basket 3 of branch 2", Error);
}

void a_stop_keeps_tasks_from_starting(Executor& executor) {
  StopSource stopped;
  stopped.request_stop();
  std::atomic<int> runs = 0;
  CHECK_THROWS_AS(executor.for_each_index(10, [&](std::size_t) { ++runs; }, stopped.get_token()), Error);
  CHECK_THROWS_AS(executor.for_each_index(1, [&](std::size_t) { ++runs; }, stopped.get_token()), Error);
  CHECK(runs == 0);
  CHECK_NOTHROW(executor.for_each_index(0, [&](std::size_t) { ++runs; }, stopped.get_token()));

  StopSource source;
  ErrorKind kind = ErrorKind::misuse;
  constexpr std::size_t count = 1'000'000;
  try {
    executor.for_each_index(
        count,
        [&](std::size_t index) {
          ++runs;
          if (index == 3) source.request_stop();
        },
        source.get_token());
  } catch (const Error& error) {
    kind = error.kind();
  }
  CHECK(kind == ErrorKind::cancelled);
  CHECK(runs < count);
}

void a_stop_after_the_last_start_changes_nothing(Executor& executor) {
  const std::size_t width = executor.concurrency();
  Rendezvous all(width);
  StopSource source;
  std::atomic<std::size_t> runs = 0;
  const auto body = [&](std::size_t) {
    all.arrive_and_wait();  // all have started
    source.request_stop();
    ++runs;
  };
  CHECK_NOTHROW(executor.for_each_index(width, body, source.get_token()));
  CHECK(runs == width);
}

constexpr std::array promises{
    Promise{"every index runs exactly once", every_index_runs_once},
    Promise{"tasks see what came before, the caller sees what tasks did", effects_are_visible},
    Promise{"as many tasks overlap as concurrency() says, and no more", as_many_tasks_overlap_as_it_says},
    Promise{"nested calls finish", nested_calls_finish},
    Promise{"threads that wait for a task help the calls nested in it", waiting_threads_help_nested_calls},
    Promise{"a caller that waits looks whether to stop", a_caller_that_waits_looks_whether_to_stop},
    Promise{"many threads may call at once", threads_share_it},
    Promise{"the failure of the lowest index is rethrown", lowest_failure_is_rethrown},
    Promise{"after a failure no more tasks are started", after_a_failure_no_more_are_started},
    Promise{"a failure in a nested call comes out", a_failure_in_a_nested_call_comes_out},
    Promise{"a stop keeps tasks from starting", a_stop_keeps_tasks_from_starting},
    Promise{"a stop after the last start changes nothing", a_stop_after_the_last_start_changes_nothing},
};

}  // namespace

std::span<const Promise> executor_promises() { return promises; }
