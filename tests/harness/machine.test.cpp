#include "harness/prediction/machine.hpp"

#include <atomic>
#include <filesystem>

#include "temporary_folder.hpp"
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

TEST_CASE("harness: a device takes bytes in some time, and nothing stays there") {
  const TemporaryFolder folder;
  CHECK(device_bytes_per_second(folder.path().string(), 1 << 20) > 1e3);
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(device_bytes_per_second((folder / "none").string(), 1 << 20) == 0);
}
