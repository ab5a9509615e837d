#include "harness/prediction/machine.hpp"

#include <atomic>

#include <doctest/doctest.h>

using namespace harness;

TEST_CASE("harness: threads are timed together") {
  std::atomic<int> ran = 0;
  CHECK(seconds_of_threads(3, [&](int thread) { ran += 1 << (8 * thread); }) >= 0);
  CHECK(ran == 0x010101);
}

TEST_CASE("harness: a machine adds and copies in some time") {
  CHECK(atomic_seconds(1) > 0);
  CHECK(seconds_of_another_sharer() >= 0);
  CHECK(copied_bytes_per_second() > 1e6);
}
