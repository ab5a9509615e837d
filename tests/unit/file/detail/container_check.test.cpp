#include "ramet/file/detail/container_check.hpp"

#include "../sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/file/file_writer.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

bytes::Buffer some_file() {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  for (const char* name : {"a", "b", "c"}) sample::put(*writer, {0}, name, "title");
  writer->directory("deep/er");
  writer->close();
  return disk->contents();
}

ContainerReport checked(bytes::Buffer contents) {
  return check_container(*FileReader::open(io::source_of(std::move(contents), "sample.root")));
}

}  // namespace

TEST_CASE("container check: an undamaged file has no findings") {
  const ContainerReport report = checked(some_file());
  CHECK(report.damage.empty());
  CHECK(report.remarks.empty());
  CHECK(report.records >= 6);
}

TEST_CASE("container check: a hole and records after the end are remarks, and a free segment over a record is damage") {
  bytes::Buffer contents = some_file();
  const auto reader = FileReader::open(io::source_of(some_file(), "sample.root"));
  const Key key = reader->key("b");
  std::memset(contents.data() + key.seek, 0, 4);
  const ContainerReport holed = checked(std::move(contents));
  REQUIRE(holed.remarks.size() == 1);
  CHECK(holed.remarks[0] ==
        fmt::format("{} bytes at byte {} are neither a record nor free", key.record_size, key.seek));

  contents = some_file();
  bytes::store_big_endian(contents.data() + 12, static_cast<std::uint32_t>(key.seek));  // the end
  const ContainerReport cut = checked(std::move(contents));
  REQUIRE(cut.damage.size() + cut.remarks.size() > 0);
}

TEST_CASE("container check: a record whose head has another title, cycle or date than its key is a remark") {
  const Key key = FileReader::open(io::source_of(some_file(), "sample.root"))->key("b");
  bytes::Buffer contents = some_file();
  constexpr std::size_t cycle_in_head = 16;  // behind sizes, version, date and the head's length
  bytes::store_big_endian(contents.data() + key.seek + cycle_in_head, std::uint16_t{9});
  const ContainerReport report = checked(std::move(contents));
  CHECK(report.damage.empty());
  REQUIRE(report.remarks.size() == 1);
  CHECK(report.remarks[0] ==
        fmt::format("key 'b;1': the record at byte {} has the title 'title', cycle 9 and date {}; the key says "
                    "'title', 1 and {}",
                    key.seek, key.date, key.date));
}

TEST_CASE("container check: a key list whose head has another position is read, with a remark") {
  bytes::Buffer contents = some_file();
  const std::uint64_t list = FileReader::open(io::source_of(some_file(), "sample.root"))->root().seek_keys;
  constexpr std::size_t seek_in_head = 18;  // behind sizes, version, date and cycle
  bytes::store_big_endian(contents.data() + list + seek_in_head, std::uint32_t{0});
  const ContainerReport report = checked(std::move(contents));
  CHECK(report.damage.empty());
  REQUIRE(report.remarks.size() == 2);  // a walk over the records does not know it either
  CHECK(report.remarks[0].starts_with(fmt::format("key list at byte {}: the record's head has", list)));
  CHECK(report.remarks[1].ends_with(fmt::format("bytes at byte {} are neither a record nor free", list)));
}
