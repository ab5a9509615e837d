#include "ramet/write/detail/file_before.hpp"

#include <algorithm>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

std::unique_ptr<ParallelWriter> update(const sample::Disk& disk, WriterOptions options = {}) {
  return ParallelWriter::update(std::make_unique<sample::SharedSink>(disk), sample::source_of(disk), options);
}

/// A tree "Events" of 1000 entries in a directory, and one in the root.
sample::Disk file_with_trees() {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  for (const std::string_view directory : {"", "dir"}) {
    auto context =
        writer->add_table(sample::in(directory, sample::counting_schema()), {.cluster_entries = 100}).context();
    context.extend(sample::counting(0, 1000));
    context.close();
  }
  writer->close();
  return disk;
}

std::vector<std::string> info_names(const sample::Disk& disk) {
  const FileBefore before(sample::open(disk));
  std::vector<std::string> names;
  for (const auto& info : before.classes()->file->all()) names.push_back(info.class_name);
  return names;
}

}  // namespace

TEST_CASE("file before: the baskets of a tree are found, each once") {
  const auto disk = file_with_trees();
  FileBefore before(sample::open(disk));
  const auto key = before.reader()->key("Events");
  const auto baskets = before.records_of(key);
  CHECK(baskets.size() == 20);  // and a mark behind each
  CHECK(before.records_of(key).empty());
  CHECK(before.records_of(before.reader()->key("dir")).empty());
}

TEST_CASE("file before: a record that is not the expected basket is left out") {
  const auto disk = file_with_trees();
  FileBefore sound(sample::open(disk));
  const auto first = sound.records_of(sound.reader()->key("Events")).front();
  const std::byte other{'X'};
  disk->write_at(first.offset + 28, std::span(&other, 1));  // in the name of its class
  FileBefore before(sample::open(disk));
  CHECK(before.records_of(before.reader()->key("Events")).size() == 18);
}

TEST_CASE("file before: the space of a tree's baskets becomes free with the last of its cycles") {
  const auto disk = file_with_trees();
  const auto size = disk->contents().size();
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    const auto writer = update(disk);
    writer->remove(round % 2 == 0 ? "Events" : "dir/Events");
    writer->close();
    CHECK(disk->contents().size() <= size + 4000);  // clusters go to the end, and small they are here
    const auto again = update(disk);
    auto context = again->add_table(sample::in(round % 2 == 0 ? "" : "dir", sample::counting_schema())).context();
    context.extend(sample::counting(0, 10));
    context.close();
    again->close();
  }
  CHECK(sample::read_all(sample::source_of(disk), sample::counting_schema())[0].length() == 10);
  CHECK(sample::read_all(sample::source_of(disk), sample::counting_schema(), "dir/Events")[0].length() == 10);
}

TEST_CASE("file before: removing a directory removes its trees") {
  const auto disk = file_with_trees();
  const auto free_bytes = [&] {
    std::uint64_t bytes = 0;
    const auto source = sample::source_of(disk);
    for (const std::int32_t size : sample::walk(*source, sample::open(disk)->header()))
      if (size < 0) bytes += static_cast<std::uint64_t>(-size);
    return bytes;
  };
  const auto before = free_bytes();
  const auto writer = update(disk);
  writer->remove("dir");
  writer->close();
  CHECK(free_bytes() > before + 1000);
  CHECK(sample::read_all(sample::source_of(disk), sample::counting_schema())[0].length() == 1000);
}

TEST_CASE("file before: existing streamer infos stay unchanged, and missing ones are appended") {
  const auto disk = file_with_trees();
  const auto infos_of = [&] {
    const auto reader = sample::open(disk);
    const auto packed = reader->packed_streamer_infos();
    return reader->unpack_record(packed.span(), reader->header().seek_streamer_info);
  };
  const auto before = infos_of();
  const auto names = info_names(disk);
  {
    const auto writer = update(disk);
    auto tree = writer->add_table({"Strings", "", {{.name = "s", .type = array::parse_type("string")}}});
    writer->close();
  }
  const auto after = infos_of();
  const auto more = info_names(disk);
  CHECK(more.size() == names.size() + 1);
  CHECK(std::ranges::count(more, "TLeafC") == 1);
  // | byte count 4 | version 2 | TObject 10 | name 1 | count 4 |, then the infos
  CHECK(std::ranges::equal(after.payload().subspan(21, before.payload().size() - 21), before.payload().subspan(21)));
  {
    const auto writer = update(disk);
    writer->add_table({"More", "", {{.name = "s", .type = array::parse_type("string")}}});
    writer->close();
  }
  CHECK(info_names(disk) == more);
}

TEST_CASE("file before: tables being filled cannot be removed, missing keys are named, and keys can be listed") {
  const auto disk = file_with_trees();
  const auto writer = update(disk);
  writer->add_table({"dir/inner/New", "", {}});
  CHECK(error_of([&] { writer->remove("dir/inner/New"); }).starts_with("misuse: 'New' in directory 'dir/inner'"));
  CHECK(error_of([&] { writer->remove("dir"); }).starts_with("misuse: 'dir' in directory ''"));
  CHECK(error_of([&] { writer->remove("Event"); }) == "not_found: no key 'Event'; did you mean 'Events'?");
  CHECK(error_of([&] { writer->remove("nowhere/x"); }) == "not_found: no directory 'nowhere' in 'folder/sample.root'");
  CHECK(writer->keys("").size() == 2);
  writer->remove("dir/Events;1");
  writer->make_directory("a/b");
  CHECK(writer->keys("dir").size() == 1);
  CHECK(writer->keys("a").at(0).name == "b");
  writer->close();
}
