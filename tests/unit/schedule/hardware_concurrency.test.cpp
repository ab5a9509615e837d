#include <thread>

#include <doctest/doctest.h>
#include <sched.h>

#include "ramet/schedule/executor.hpp"

using ramet::schedule::hardware_concurrency;

TEST_CASE("hardware concurrency: at least one, and no more than the machine has") {
  CHECK(hardware_concurrency() >= 1);
  CHECK(hardware_concurrency() <= std::thread::hardware_concurrency());
}

TEST_CASE("hardware concurrency: a thread bound to one processor may use one") {
  std::size_t seen = 0;
  std::jthread([&] {
    const int here = ::sched_getcpu();
    REQUIRE(here >= 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(here), &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
    seen = hardware_concurrency();
  }).join();
  CHECK(seen == 1);
}
