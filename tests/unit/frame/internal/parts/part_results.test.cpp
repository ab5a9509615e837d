#include "ramet/frame/internal/parts/part_results.hpp"

#include "unit/frame/running/sample_parts.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"

using namespace ramet;
using frame::Task;
using frame::internal::key_of;

TEST_CASE("the key of tasks depends on where they are cut") {
  const std::vector<Task> tasks = {{0, {{0}, {10}}}, {1, {{10}, {15}}}};
  const std::vector<Task> longer = {{0, {{0}, {10}}}, {1, {{10}, {16}}}};
  const std::vector<Task> others = {{0, {{0}, {11}}}, {1, {{11}, {15}}}};
  CHECK(key_of(tasks) == key_of(std::vector(tasks)));
  CHECK(key_of(tasks) != key_of(longer));
  CHECK(key_of(tasks) != key_of(others));
  CHECK(key_of({}) != key_of(tasks));
}

TEST_CASE("bytes with a right checksum and wrong contents are refused") {
  const sample::Threads threads;
  const auto made = [&] {
    return sample::ask<frame::TakeAction>(sample::sent(threads), std::vector<std::string>{"v"});
  };
  const auto here = made(), there = made();
  const frame::PartRunner runner({there.booked});
  here.run({.elsewhere = [&](frame::TasksElsewhere& tasks) {
    const sample::PartBytes part = sample::part_of(runner, tasks.wanted());
    for (std::size_t place = 0; place < 120; ++place) {
      sample::PartBytes wrong(part.begin(), part.end() - 8);
      wrong[place] ^= std::byte{0x80};
      const std::uint64_t sum = bytes::xxh3(wrong);
      wrong.resize(part.size());
      std::memcpy(wrong.data() + part.size() - 8, &sum, 8);
      const std::string error = sample::error_of([&] { tasks.take(wrong); });
      if (error == "none") continue;  // a count or a value, which may be any
      CHECK(error.starts_with("corrupt:"));
    }
    tasks.take(part);
  }});
  CHECK(here.action->entries() == sample::many);
}
