#include "ramet/file/internal/record_space.hpp"

#include "fault/faulty_io.hpp"
#include "unit/file/sample_file.hpp"
#include "unit/file/sparse_disk.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

Key head(bool big = false) {
  Key key;
  key.version = big ? 1004 : 4;
  key.class_name = std::string("T");
  key.key_length = key_length_of("T", "", "", big);
  return key;
}

bytes::Buffer record(const Key& key, std::size_t payload) {
  bytes::Buffer bytes(key.key_length);
  std::ranges::fill(bytes.extend(payload), std::byte{7});
  return bytes;
}

std::int32_t number_at(const sample::Disk& disk, std::uint64_t offset) {
  const auto contents = disk->contents();
  return bytes::load_big_endian<std::int32_t>(contents.data() + offset);
}

}  // namespace

TEST_CASE("record space: records are adjacent, and their heads have position and size") {
  const auto disk = sample::empty_disk();
  RecordSpace space(std::make_unique<sample::SharedSink>(disk), 100);
  const auto first = space.write(head(), record(head(), 20));
  const auto second = space.write(head(), record(head(), 5));
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->seek == 100);
  CHECK(second->seek == 100 + first->record_size);
  CHECK(space.end() == second->seek + second->record_size);
  const auto contents = disk->contents();
  bytes::ByteCursor cursor(contents.span().subspan(second->seek), second->seek);
  CHECK(read_record_head(cursor).seek == second->seek);
}

TEST_CASE("record space: a released record is used again only after a commit, and the rest of it is marked as a gap") {
  const auto disk = sample::empty_disk();
  RecordSpace space(std::make_unique<sample::SharedSink>(disk), 100);
  const auto first = space.write(head(), record(head(), 60));
  space.write(head(), record(head(), 5));
  space.release({first->seek, first->record_size});
  CHECK(space.write(head(), record(head(), 5))->seek > first->seek);
  CHECK(space.has_released());
  space.commit({});
  CHECK_FALSE(space.has_released());
  CHECK(number_at(disk, first->seek) == -static_cast<std::int32_t>(first->record_size));
  const auto again = space.write(head(), record(head(), 10));
  CHECK(again->seek == first->seek);
  CHECK(number_at(disk, again->seek + again->record_size) ==
        static_cast<std::int32_t>(again->record_size) - static_cast<std::int32_t>(first->record_size));
}

TEST_CASE("record space: each record that becomes free loses its head, though they make one segment") {
  const auto disk = sample::empty_disk();
  RecordSpace space(std::make_unique<sample::SharedSink>(disk), 100);
  std::vector<io::Extent> records;
  for (int number = 0; number < 3; ++number) {
    const auto written = space.write(head(), record(head(), 20));
    records.push_back({written->seek, written->record_size});
    if (number < 2) space.release(records.back());
  }
  space.commit(std::span(records).last(1));
  REQUIRE(space.free_after_commit().all().size() == 1);
  CHECK(number_at(disk, 100) == -static_cast<std::int32_t>(3 * records[0].size));
  for (std::size_t number = 1; number < 3; ++number)
    CHECK(number_at(disk, records[number].offset) == -static_cast<std::int32_t>(records[number].size));
}

TEST_CASE("record space: a record that is released deferred needs one more commit") {
  RecordSpace space(std::make_unique<io::MemorySink>(), 100);
  space.release_deferred({100, 50});
  CHECK(space.free_after_commit().all().empty());
  space.commit({});
  CHECK(space.has_released());
  CHECK(space.free_after_commit().all().size() == 1);
}

TEST_CASE("record space: a small head beyond 2 GB is not written and its place becomes free; a big head may go there") {
  const auto disk = std::make_shared<sample::SparseDisk>();
  RecordSpace space(std::make_unique<sample::SparseSink>(disk), start_of_big_file - 10);
  CHECK_FALSE(space.write(head(), record(head(), 5)));
  CHECK(disk->size() == 0);
  CHECK(space.free_after_commit().all().size() == 1);
  const auto big = space.write(head(true), record(head(true), 5));
  REQUIRE(big);
  CHECK(big->seek > start_of_big_file);
}

TEST_CASE("record space: the space of a record that could not be written is free again") {
  io::MemorySink memory;
  RecordSpace space(std::make_unique<fault::FaultySink>(memory, fault::SinkFaults{.fail_at_call = 0}), 100);
  CHECK_THROWS_AS(space.write(head(), record(head(), 5)), Error);
  REQUIRE(space.free_after_commit().all().size() == 1);
  CHECK(space.free_after_commit().all()[0].offset == 100);
}

TEST_CASE(
    "record space: records that callers write themselves go to holes, too, and the rest of a hole is marked first") {
  const auto disk = sample::empty_disk();
  FreeSegments free;
  free.add({200, 100});
  RecordSpace space(std::make_unique<sample::SharedSink>(disk), 1000, std::move(free));
  CHECK_FALSE(space.take_hole(101));
  const auto extent = space.take_hole(60);
  REQUIRE(extent);
  CHECK(extent->offset == 200);
  CHECK(number_at(disk, 260) == -40);
  CHECK_FALSE(space.take_hole(50));
  CHECK(space.take_hole(40)->offset == 260);
  CHECK_FALSE(space.take_hole(1));
  CHECK(space.end() == 1000);
  space.release(*extent);
  CHECK_FALSE(space.take_hole(60));
  space.commit({});
  CHECK(space.take_hole(60)->offset == 200);
}

TEST_CASE("record space: the rest of a hole is available only after it is marked") {
  const auto disk = sample::empty_disk();
  FreeSegments free;
  free.add({200, 200});
  std::optional<RecordSpace> space;
  bool is_asked = false;
  const auto ask = [&](std::span<const std::byte>) {
    if (!std::exchange(is_asked, true)) CHECK_FALSE(space->take_hole(50));
  };
  space.emplace(std::make_unique<sample::WatchedSink>(disk, ask), 1000, std::move(free));
  const auto written = space->write(head(), record(head(), 20));
  REQUIRE(written);
  CHECK(written->seek == 200);
  CHECK(is_asked);
  const auto rest = space->take_hole(50);
  REQUIRE(rest);
  CHECK(rest->offset == 200 + written->record_size);
}

TEST_CASE("record space: a whole hole is put back, or becomes free with the next commit") {
  FreeSegments free;
  free.add({200, 200});
  io::MemorySink memory;
  RecordSpace space(std::make_unique<fault::FaultySink>(memory, fault::SinkFaults{.fail_at_call = 0}), 1000,
                    std::move(free));
  const auto hole = space.take_whole_hole(150);
  REQUIRE(hole);
  CHECK(hole->whole().size == 200);
  CHECK_FALSE(space.take_hole(10));
  space.put_back(*hole);
  const auto again = space.take_whole_hole(150);
  REQUIRE(again);
  CHECK_THROWS_AS(space.write_into(*again, bytes::Buffer(150)), Error);
  CHECK_FALSE(space.take_hole(10));
  CHECK_THROWS_AS(space.commit({}), Error);  // its mark is missing
  CHECK(space.take_hole(200)->offset == 200);
}

TEST_CASE("record space: a hole is not lost when its rest cannot be marked") {
  const auto disk = sample::empty_disk();
  FreeSegments free;
  free.add({200, 100});
  RecordSpace space(std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.fail_at_call = 0}), 1000,
                    std::move(free));
  CHECK_THROWS_AS(space.take_hole(60), Error);
  CHECK(space.take_hole(100)->offset == 200);
}
