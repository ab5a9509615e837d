#include "ramet/write/internal/checkpoint.hpp"

#include <atomic>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::CheckpointSchedule;

namespace {

constexpr CheckpointSchedule::Clock::time_point start{std::chrono::seconds(1000)};

}  // namespace

TEST_CASE("checkpoint schedule: without bytes and time it is never due") {
  CheckpointSchedule schedule;
  CHECK_FALSE(schedule.claim(~std::uint64_t{0}));
}

TEST_CASE("checkpoint schedule: due after a number of bytes, and again after as many more") {
  CheckpointSchedule schedule(100, {}, start);
  CHECK_FALSE(schedule.claim(99, start + std::chrono::hours(9)));
  CHECK(schedule.claim(150, start));
  CHECK_FALSE(schedule.claim(249, start));
  CHECK(schedule.claim(250, start));
}

TEST_CASE("checkpoint schedule: sizes near the end of 64 bits are never reached") {
  for (const std::uint64_t bytes : {~std::uint64_t{0}, std::uint64_t{1} << 63}) {
    CheckpointSchedule schedule(bytes, std::chrono::seconds(1), start);
    CHECK_FALSE(schedule.claim(1 << 20, start));
    CHECK(schedule.claim(1 << 20, start + std::chrono::seconds(1)));
    CHECK_FALSE(schedule.claim(1 << 20, start + std::chrono::seconds(1)));
  }
}

TEST_CASE("checkpoint schedule: due after a time, which begins again with every checkpoint") {
  using std::chrono::seconds;
  CheckpointSchedule schedule(100, seconds(10), start);
  CHECK_FALSE(schedule.claim(1, start + seconds(9)));
  CHECK(schedule.claim(1, start + seconds(10)));
  CHECK_FALSE(schedule.claim(100, start + seconds(19)));
  CHECK(schedule.claim(101, start + seconds(19)));
  CHECK_FALSE(schedule.claim(102, start + seconds(28)));
  CHECK(schedule.claim(102, start + seconds(29)));
}

TEST_CASE("checkpoint schedule: only one of many simultaneous callers is told that it is due") {
  CheckpointSchedule schedule(100, {}, start);
  std::atomic<int> claims = 0;
  const auto executor = schedule::make_thread_executor(4);
  executor->for_each_index(1000, [&](std::size_t) { claims += schedule.claim(100, start) ? 1 : 0; });
  CHECK(claims == 1);
}

TEST_CASE("checkpoint: clusters are saved automatically, by bytes and by time") {
  for (const bool is_by_time : {false, true}) {
    CAPTURE(is_by_time);
    WriterOptions options;
    if (is_by_time)
      options.checkpoint_period = std::chrono::milliseconds(1);
    else
      options.checkpoint_bytes = 20000;
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, options);
    TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 100});
    FillContext context = tree.context();
    CHECK(tree.saved_entries() == 0);
    std::int64_t filled = 0;
    for (; tree.saved_entries() < 1000; filled += 100) context.extend(sample::counting(filled, 100));
    const std::uint64_t saved = tree.saved_entries();
    CHECK(saved <= static_cast<std::uint64_t>(filled));
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()),
                          sample::counting(0, saved)));
    context.close();
    writer->close();
    CHECK(tree.saved_entries() == static_cast<std::uint64_t>(filled));
  }
}

TEST_CASE("checkpoint: rows of a part that stays open are saved by the second one that is made automatically") {
  const auto disk = sample::empty_disk();
  const auto writer =
      sample::writer_to(disk, {.checkpoint_bytes = 1, .checkpoint_period = std::chrono::milliseconds(0)});
  TableWriter tree = writer->add_table(sample::counting_schema(), {});
  FillContext slow = tree.context(0);
  FillContext quick = tree.context(1);
  slow.extend(sample::counting(0, 10));
  slow.hand_over();  // far too few for a cluster
  const auto write_a_cluster = [&] {
    quick.extend(sample::counting(10, 1));
    quick.flush();  // a checkpoint is due behind it
  };
  write_a_cluster();
  CHECK(tree.saved_entries() == 1);
  write_a_cluster();
  CHECK(tree.saved_entries() == 12);
  slow.close();
  quick.close();
  writer->close();
}

TEST_CASE("checkpoint: small parts that follow each other slowly are saved by the second one, too") {
  const auto disk = sample::empty_disk();
  const auto writer =
      sample::writer_to(disk, {.checkpoint_bytes = 1, .checkpoint_period = std::chrono::milliseconds(0)});
  TableWriter tree = writer->add_table(sample::counting_schema(), {});
  TableWriter other = writer->add_table({"other", "", sample::counting_schema().columns}, {});
  FillContext slow = tree.context(0);
  FillContext quick = other.context(0);
  for (std::uint64_t part = 0; part < 8; ++part) {
    slow.begin_sequence(part);
    slow.extend(sample::counting(static_cast<std::int64_t>(part), 1));
    slow.hand_over();
    quick.extend(sample::counting(0, 1));
    quick.flush();
    CHECK(tree.saved_entries() + 1 >= part);
  }
  slow.close();
  quick.close();
  writer->close();
  CHECK(tree.saved_entries() == 8);
}
