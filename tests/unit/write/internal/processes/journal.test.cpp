#include "ramet/write/internal/processes/journal.hpp"

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/io/byte_source.hpp"

using namespace ramet;
using namespace ramet::write::internal;

namespace {

io::SharingId some_id() {
  io::SharingId id{};
  id[0] = std::byte{42};
  return id;
}

void append_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

TEST_CASE("journal: it is read as it grows") {
  const TemporaryFolder folder;
  JournalReader reader(journal_path(folder.path(), 3), some_id());
  CHECK(reader.read().empty());  // not there yet
  JournalWriter writer(folder.path(), {some_id(), 3, 99});
  CHECK(reader.read().empty());
  REQUIRE(reader.head().has_value());
  CHECK(reader.head()->pid == 99);
  writer.append(ContextBegan{0, 1, 2});
  writer.append(ContextBegan{0, 3, 4});
  CHECK(reader.read().size() == 2);
  CHECK(reader.read().empty());
  writer.append(ProcessLeft{});
  CHECK(reader.read().size() == 1);
  CHECK(reader.fault().empty());
  CHECK(sample::error_of([&] { JournalWriter(folder.path(), {some_id(), 3, 99}); }).starts_with("misuse"));
}

TEST_CASE("journal: a record is read when it is complete") {
  const TemporaryFolder folder;
  JournalWriter writer(folder.path(), {some_id(), 0, 1});
  const auto path = journal_path(folder.path(), 0);
  JournalReader reader(path, some_id());
  const bytes::Buffer record = encode_record(ContextBegan{0, 1, 2});
  append_bytes(path, record.span().first(10));
  CHECK(reader.read().empty());
  append_bytes(path, record.span().subspan(10));
  CHECK(reader.read().size() == 1);
}

TEST_CASE("journal: a file that is not a journal, of another run, or shorter than before has a fault") {
  const TemporaryFolder folder;
  const auto path = journal_path(folder.path(), 0);
  std::ofstream(path) << std::string(100, 'x');
  JournalReader wrong(path, some_id());
  CHECK(wrong.read().empty());
  CHECK(wrong.fault().find("not a journal") != std::string::npos);
  std::filesystem::remove(path);

  JournalWriter writer(folder.path(), {some_id(), 0, 1});
  writer.append(ContextBegan{0, 1, 2});
  JournalReader other(path, {});
  CHECK(other.read().empty());
  CHECK(other.fault().find("belongs to another run") != std::string::npos);
  JournalReader shorter(path, some_id());
  CHECK(shorter.read().size() == 1);
  std::filesystem::resize_file(path, journal_head_size + 3);
  CHECK(shorter.read().empty());
  CHECK(shorter.fault().find("bytes, but had") != std::string::npos);
  CHECK(shorter.read().empty());
}

TEST_CASE("journal: records before an invalid one are kept") {
  const TemporaryFolder folder;
  JournalWriter writer(folder.path(), {some_id(), 0, 1});
  writer.append(ContextBegan{0, 1, 2});
  ClusterWritten wrong;
  wrong.cluster.entries = 1;
  wrong.cluster.pieces_of_part = {1};
  wrong.cluster.part_numbers = {0};
  wrong.cluster.pieces = {{1, 100, 100, 0}};  // outside its extent
  writer.append(wrong);
  writer.append(ProcessLeft{});
  JournalReader reader(journal_path(folder.path(), 0), some_id());
  CHECK(reader.read().size() == 1);
  CHECK(reader.fault().find("record at byte") != std::string::npos);
  CHECK(reader.read().empty());
}
