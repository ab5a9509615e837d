#include "ramet/tune/internal/cpu_clock.hpp"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

using namespace ramet::tune::internal;

TEST_CASE("cpu clock: work counts, sleep does not") {
  const double asleep = seconds_of([] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); });
  CHECK(asleep < 0.05);
  const double at_work = seconds_of([] {
    const double end = thread_seconds() + 0.02;
    while (thread_seconds() < end) {
    }
  });
  CHECK(at_work >= 0.02);
}
