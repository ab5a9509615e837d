#include "ramet/dataset/detail/asked_ahead.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <tbb/task_arena.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/arena_executor.hpp"

using namespace ramet;
using namespace ramet::dataset;

namespace {

struct OnOneThread {
  std::unique_ptr<schedule::Executor> executor = schedule::make_serial_executor();
};

/// Calls begin(1) while another thread asks for part 1, which takes until it came back, or `most`. Returns whether
/// begin waited for that.
bool begins_after_others(const schedule::Executor& executor, std::chrono::milliseconds most) {
  std::atomic<bool> is_asking = false, is_begun = false, was_over = false;
  AskedAhead ahead(2, executor, [&](std::size_t part) {
    if (part == 0) return Asked::done;
    is_asking = true;
    const auto end = std::chrono::steady_clock::now() + most;
    while (!is_begun && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    was_over = true;
    return Asked::done;
  });
  const std::jthread other([&] { ahead.begin(0); });
  while (!is_asking) std::this_thread::yield();
  ahead.begin(1);
  is_begun = true;
  return was_over;
}

}  // namespace

TEST_CASE_FIXTURE(OnOneThread,
                  "asked ahead: the first part asks for all that may be, and later ones for what came into reach") {
  std::vector<std::size_t> asked;
  AskedAhead ahead(AskedAhead::most_ahead + 10, *executor, [&](std::size_t part) {
    asked.push_back(part);
    return Asked::done;
  });
  ahead.begin(0);
  CHECK(asked.size() == AskedAhead::most_ahead + 1);
  ahead.begin(3);
  CHECK(asked.size() == AskedAhead::most_ahead + 4);
  ahead.begin(1);
  CHECK(asked.size() == AskedAhead::most_ahead + 4);
  for (std::size_t number = 0; number < asked.size(); ++number) CHECK(asked[number] == number);
}

TEST_CASE_FIXTURE(OnOneThread,
                  "asked ahead: a file that is being opened is asked for again, and others behind it meanwhile") {
  std::vector<std::size_t> asked;
  bool is_open = false;
  AskedAhead ahead(4, *executor, [&](std::size_t part) {
    asked.push_back(part);
    return part == 2 && !is_open ? Asked::later : Asked::done;
  });
  ahead.begin(0);
  CHECK(asked == std::vector<std::size_t>{0, 1, 2, 3});
  is_open = true;
  ahead.begin(1);
  CHECK(asked == std::vector<std::size_t>{0, 1, 2, 3, 2});
  ahead.begin(2);
  CHECK(asked.size() == 5);
}

TEST_CASE_FIXTURE(OnOneThread, "asked ahead: nothing is asked for while as much as may be is on its way") {
  std::vector<std::size_t> asked;
  AskedAhead ahead(5, *executor, [&](std::size_t part) {
    asked.push_back(part);
    return asked.size() == 2 ? Asked::full : Asked::done;
  });
  ahead.begin(0);
  CHECK(asked == std::vector<std::size_t>{0, 1});
  ahead.begin(1);  // asks for itself, and goes on
  CHECK(asked == std::vector<std::size_t>{0, 1, 1, 2, 3, 4});
}

TEST_CASE_FIXTURE(OnOneThread, "asked ahead: with 0 parts nothing is asked for") {
  AskedAhead ahead(0, *executor, [](std::size_t) -> Asked { throw 1; });
  ahead.begin(7);
}

TEST_CASE_FIXTURE(OnOneThread, "asked ahead: of many threads one asks for each part") {
  std::vector<std::atomic<int>> asked(300);
  AskedAhead ahead(asked.size(), *executor, [&](std::size_t part) {
    ++asked[part];
    return Asked::done;
  });
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 6; ++thread)
      threads.emplace_back([&, thread] {
        for (std::size_t part = thread; part < asked.size(); part += 6) ahead.begin(part);
      });
  }
  for (const auto& count : asked) CHECK(count == 1);
}

TEST_CASE("asked ahead: a part that another thread asks for begins after that, unless tasks must not wait") {
  using namespace std::chrono_literals;
  tbb::task_arena arena(2);
  CHECK(begins_after_others(*schedule::make_arena_executor(arena, schedule::Isolation::isolated), 100ms));
  CHECK_FALSE(begins_after_others(*schedule::make_arena_executor(arena, schedule::Isolation::shared), 20s));
}

TEST_CASE_FIXTURE(OnOneThread, "asked ahead: a part whose asking failed is read without") {
  int asked = 0;
  AskedAhead ahead(2, *executor, [&](std::size_t part) {
    ++asked;
    if (part == 1) throw Error(ErrorKind::cancelled, "stopped");
    return Asked::done;
  });
  CHECK_THROWS_AS(ahead.begin(0), Error);
  ahead.begin(1);
  CHECK(asked == 2);
}
