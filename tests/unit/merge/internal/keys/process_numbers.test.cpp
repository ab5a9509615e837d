#include "ramet/merge/internal/keys/process_numbers.hpp"

#include "unit/merge/sample_references.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;
using internal::ProcessNumbers;

namespace {

void add(sample::Inputs& files, const std::vector<std::string>& identities) {
  files.add([&](write::ParallelWriter& writer) {
    for (std::size_t number = 0; number < identities.size(); ++number)
      writer.put("ProcessID" + std::to_string(number), sample::process(identities[number]));
    writer.put("reference", sample::reference());
  });
}

std::string identity_in(const dataset::File& file, const std::string& name) {
  const file::Record record = file.reader().read_record(file.reader().key(name));
  return internal::process_identity(record.bytes.span(), record.key_length, file.forms().layouts());
}

std::uint16_t offset_of(const dataset::File& file, const std::string& path) {
  const file::Key key = file.reader().key(path);
  return key.process_id_offset;
}

std::ptrdiff_t keys_named(const dataset::File& file, std::string_view name) {
  return std::ranges::count(file.reader().root().keys, name, &file::Key::name);
}

}  // namespace

TEST_CASE("process numbers: names of processes") {
  CHECK(internal::process_number("ProcessID0") == 0);
  CHECK(internal::process_number("ProcessID65535") == 65535);
  for (const std::string_view other : {"ProcessID", "ProcessID70000", "ProcessID1x", "processID1", "ProcessID-1"})
    CHECK_FALSE(internal::process_number(other));
}

TEST_CASE("process numbers: those of an input follow each other, and known ones are not repeated") {
  ProcessNumbers numbers;
  CHECK(numbers.add({}) == 0);
  CHECK(numbers.add({{0, "a"}, {1, "b"}}) == 0);
  CHECK(numbers.add({{0, "c"}}) == 2);
  CHECK(numbers.add({{0, "b"}, {1, "c"}}) == 1);
  CHECK(numbers.add({{0, "c"}, {1, "d"}}) == 2);
  CHECK(numbers.add({{0, "b"}, {1, "d"}}) == 4);
  CHECK(numbers.add({{1, "x"}}) == 6);  // there is no number 0
  CHECK(numbers.add({{1, "x"}}) == 6);
  CHECK(numbers.size() == 8);
}

TEST_CASE("process numbers: more than a number can tell are refused") {
  ProcessNumbers numbers;
  CHECK(numbers.add({{40'000, "a"}}) == 0);
  CHECK_THROWS_AS(numbers.add({{40'000, "b"}}), Error);
}

TEST_CASE("process numbers: records of other processes say by how much their numbers are raised") {
  sample::Inputs files;
  add(files, {"a", "b"});
  add(files, {"c"});
  add(files, {"b"});
  add(files, {});
  const MergeReport report = files.merged();
  REQUIRE(report.is_written);
  CHECK_FALSE(report.plan.loses_data());
  const auto merged = files.result();
  for (const auto& [name, identity] : {std::pair("ProcessID0", "a"), {"ProcessID1", "b"}, {"ProcessID2", "c"}})
    CHECK(identity_in(*merged, name) == identity);
  CHECK(keys_named(*merged, "ProcessID3") == 0);
  CHECK(offset_of(*merged, "reference;1") == 0);
  CHECK(offset_of(*merged, "reference;2") == 2);
  CHECK(offset_of(*merged, "reference;3") == 1);
  // The last file has no processes, so its reference is none; its bytes are those of the first.
  CHECK(keys_named(*merged, "reference") == 3);
}

TEST_CASE("process numbers: files of one process need no others") {
  sample::Inputs files;
  for (int file = 0; file < 3; ++file) add(files, {"a"});
  REQUIRE(files.merged().is_written);
  CHECK(keys_named(*files.result(), "ProcessID1") == 0);
  CHECK(keys_named(*files.result(), "reference") == 1);
}

TEST_CASE("process numbers: each file of an output has all processes") {
  sample::Inputs files;
  const std::vector<array::Array> columns = sample::entries_of(400);
  for (const char* identity : {"a", "b"})
    files.add([&](write::ParallelWriter& writer) {
      writer.put("ProcessID0", sample::process(identity));
      sample::put_entries(writer, columns, 0, 400);
    });
  const MergeReport report = files.merged({.max_size = std::filesystem::file_size(files.paths()[0]) * 5 / 4});
  REQUIRE(report.plan.files.size() == 2);
  for (const OutputFile& one : report.plan.files) {
    const auto file = files.session().open(std::filesystem::path(one.path));
    CHECK(identity_in(*file, "ProcessID0") == "a");
    CHECK(identity_in(*file, "ProcessID1") == "b");
  }
}

TEST_CASE("process numbers: a record is made with a big head") {
  file::Key head;
  head.class_name = "TRef";
  head.name = "r";
  const bytes::Buffer record = internal::raised_record(
      head,
      [](std::uint16_t key_length) {
        CHECK(key_length == file::key_length_of("TRef", "r", "", true));
        return bytes::Buffer(100);
      },
      compression::Settings{}, 3);
  bytes::ByteCursor cursor(record.span());
  const file::Key made = file::read_record_head(cursor);
  CHECK(made.process_id_offset == 3);
  CHECK(made.object_size == 100);
  CHECK(made.record_size == record.size());
  bytes::Buffer raised;
  raised.append(record.span());
  internal::raise_process_numbers(raised.span(), 4);
  bytes::ByteCursor again(std::as_const(raised).span());
  CHECK(file::read_record_head(again).process_id_offset == 7);
}
