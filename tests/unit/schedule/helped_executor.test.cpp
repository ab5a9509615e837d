#include "ramet/schedule/helped_executor.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using schedule::HelpedExecutor;

TEST_CASE("helped executor: without helpers the caller does it all") {
  HelpedExecutor executor(4);
  CHECK(executor.concurrency() == 4);
  std::vector<int> done(20);
  executor.for_each_index(done.size(), [&](std::size_t index) { ++done[index]; });
  CHECK(done == std::vector<int>(20, 1));
  executor.help();
  CHECK_THROWS_AS(HelpedExecutor(0), Error);
}

TEST_CASE("helped executor: who helps takes part, and a failure is the caller's") {
  HelpedExecutor executor(2);
  std::atomic<bool> is_over = false;
  std::atomic<int> helped = 0;
  std::jthread helper([&] {
    while (!is_over) {
      executor.help();
      std::this_thread::yield();
    }
  });
  const auto caller = std::this_thread::get_id();
  executor.for_each_index(2, [&](std::size_t) {
    if (std::this_thread::get_id() != caller) ++helped;
    while (helped == 0) std::this_thread::yield();  // one of the two is the helper's
  });
  CHECK(helped == 1);
  CHECK_THROWS_AS(executor.for_each_index(3, [](std::size_t) { detail::fail(ErrorKind::misuse, "no"); }), Error);
  is_over = true;
}
