#include "ramet/file/file_writer.hpp"

#include <barrier>
#include <thread>
#include <vector>

#include "fault/faulty_io.hpp"
#include "temporary_folder.hpp"
#include "unit/file/sample_file.hpp"
#include "unit/file/sparse_disk.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

constexpr auto refuse = FileWriter::OnConflict::fail;
constexpr auto new_cycle = FileWriter::OnConflict::new_cycle;
constexpr auto replace = FileWriter::OnConflict::replace;

struct Written {
  sample::Disk disk = sample::empty_disk();
  std::unique_ptr<FileWriter> writer;

  explicit Written(FileWriterOptions options = {})
      : writer(FileWriter::create(std::make_unique<sample::SharedSink>(disk), options)) {}
  auto contents() const { return sample::contents_of(*sample::open(disk)); }
};

// A record that fills an extent, as somebody who writes his own would make it.
bytes::Buffer record_for(std::uint64_t seek_parent, io::Extent extent) {
  Key key;
  key.class_name = "TBasket";
  key.name = "branch";
  key.key_length = key_length_of(key.class_name, key.name, "", false);
  key.record_size = static_cast<std::uint32_t>(extent.size);
  key.object_size = static_cast<std::uint32_t>(extent.size - key.key_length);
  key.seek = extent.offset;
  key.seek_parent = seek_parent;
  bytes::ByteWriter record;
  write_key(record, key);
  record.zeros(key.object_size);
  return std::move(record).take();
}

}  // namespace

TEST_CASE("file writer: objects in directories of any depth are read back") {
  Written file;
  sample::put(*file.writer, {0}, "top", "1");
  sample::put(*file.writer, file.writer->directory("a/b/c"), "deep", std::string(1000, 'd'));
  sample::put(*file.writer, file.writer->directory("/a//b/"), "middle", "2");
  file.writer->close();
  CHECK(file.contents() == std::map<std::string, sample::Titles>{{"", {{"a;1", "TDirectory"}, {"top;1", "1"}}},
                                                                 {"a", {{"b;1", "TDirectory"}}},
                                                                 {"a/b", {{"c;1", "TDirectory"}, {"middle;1", "2"}}},
                                                                 {"a/b/c", {{"deep;1", std::string(1000, 'd')}}}});
}

TEST_CASE("file writer: an existing name gets the next cycle, is refused, or is replaced, as requested") {
  Written file;
  CHECK(sample::put(*file.writer, {0}, "x", "1").cycle == 1);
  CHECK(sample::put(*file.writer, {0}, "x", "2").cycle == 2);
  CHECK(sample::put(*file.writer, {0}, "y", "other").cycle == 1);
  CHECK(sample::put(*file.writer, {0}, "x", "2 again", replace).cycle == 2);
  CHECK(sample::put(*file.writer, {0}, "z", "new", replace).cycle == 1);
  CHECK_THROWS_WITH_AS(sample::put(*file.writer, {0}, "x", "3", refuse), "directory '' has a key 'x;2' already", Error);
  CHECK(sample::put(*file.writer, {0}, "w", "new", refuse).cycle == 1);
  file.writer->close();
  const auto reader = sample::open(file.disk);
  std::vector<std::string> order;
  for (const Key& key : reader->root().keys) order.push_back(key.name + ";" + std::to_string(key.cycle));
  CHECK(order == std::vector<std::string>{"x;2", "x;1", "y;1", "z;1", "w;1"});
  CHECK(sample::title_of(reader->read_record(reader->key("x"))) == "2 again");
}

TEST_CASE("file writer: directories are not replaced, and objects are not directories") {
  Written file;
  file.writer->directory("dir");
  sample::put(*file.writer, {0}, "object", "");
  CHECK_THROWS_AS(sample::put(*file.writer, {0}, "dir", "", replace), Error);
  CHECK_THROWS_WITH_AS(file.writer->directory("object/x"), "'object' is a TNamed, not a directory", Error);
}

TEST_CASE("file writer: it knows the existing objects and directories") {
  Written file;
  const auto inner = file.writer->directory("dir/inner");
  sample::put(*file.writer, {0}, "object", "");
  CHECK(file.writer->contains({0}, "object"));
  CHECK(file.writer->contains({0}, "dir"));
  CHECK_FALSE(file.writer->contains({0}, "inner"));
  CHECK_FALSE(file.writer->contains(inner, "object"));
}

TEST_CASE("file writer: payloads are compressed with the settings of the file or the call") {
  Written file({.compression = {compression::Algorithm::lz4, 4}});
  const std::string text(500, 'c');
  CHECK(sample::put(*file.writer, {0}, "file", text).is_compressed());
  const auto payload = sample::named("call", text);
  for (const int code : {101, 207, 404, 505}) {
    const auto key = file.writer->put({0}, "TNamed", "call", text, payload.span(), new_cycle,
                                      compression::Settings::from_code(code));
    CHECK(key.is_compressed());
    CHECK(key.object_size == payload.size());
  }
  const auto plain =
      file.writer->put({0}, "TNamed", "call", text, payload.span(), new_cycle, compression::Settings::from_code(0));
  CHECK(plain.object_size == payload.size());
  CHECK(plain.packed_size() == payload.size());
  file.writer->close();
  CHECK(sample::open(file.disk)->header().compression == 404);
  const auto contents = file.contents();
  for (const auto& [name, title] : contents.at("")) CHECK(title == text);
}

TEST_CASE("file writer: incompressible and uncompressed objects are in a block with a checksum, too") {
  for (const int code : {0, 101, 207, 404, 505}) {
    CAPTURE(code);
    Written file({.compression = compression::Settings::from_code(code)});
    const auto tiny = sample::put(*file.writer, {0}, "tiny", "t");
    CHECK(tiny.is_compressed());
    CHECK(tiny.object_size < 1000);
    std::string noise;
    for (std::uint32_t state = 1; noise.size() < 70000; state = state * 1664525 + 1013904223)
      noise += static_cast<char>(state >> 24);
    const auto payload = sample::named("noise", noise);
    const auto key = file.writer->put({0}, "TNamed", "noise", "", payload.span());
    CHECK(key.is_compressed());
    CHECK(key.object_size > payload.size());
    CHECK(key.record_size < payload.size() + payload.size() / 32);
    file.writer->close();
    CHECK(file.contents().at("").at("tiny;1") == "t");
    CHECK(file.contents().at("").at("noise;1") == noise);
  }
}

TEST_CASE("file writer: the payload can be made for the length of its key") {
  Written file;
  std::uint16_t told = 0;
  const Key key = file.writer->put({0}, "TNamed", "n", "t", [&](std::uint16_t key_length) {
    told = key_length;
    return sample::named("n", "t");
  });
  CHECK(told == key.key_length);
  CHECK(file.writer->key_length("TNamed", "n", "t") == key.key_length);
}

TEST_CASE("file writer: only committed objects are in the file, and the destructor commits nothing") {
  Written file;
  sample::put(*file.writer, {0}, "one", "1");
  file.writer->commit();
  sample::put(*file.writer, {0}, "two", "2");
  CHECK(file.contents().at("").size() == 1);
  file.writer.reset();
  CHECK(file.contents().at("").size() == 1);
}

TEST_CASE("file writer: a commit without changes writes nothing") {
  Written file;
  sample::put(*file.writer, {0}, "one", "1");
  file.writer->commit();
  const auto size = file.writer->size();
  file.writer->commit();
  CHECK(file.writer->size() == size);
}

TEST_CASE("file writer: streamer infos can be set again and again, the last before a commit counts") {
  Written file;
  for (const char* title : {"1", "2", "3"}) file.writer->set_streamer_infos(sample::named("infos", title));
  file.writer->commit();
  const auto infos = [&] {
    const auto reader = sample::open(file.disk);
    const auto packed = reader->packed_streamer_infos();
    bytes::ByteCursor cursor(packed.span());
    const Key key = read_record_head(cursor);
    CHECK(key.class_name == "TList");
    CHECK(key.name == "StreamerInfo");
    CHECK(key.title == "Doubly linked list");
    return sample::title_of(reader->unpack_record(packed.span(), reader->header().seek_streamer_info));
  };
  CHECK(infos() == "3");
  file.writer->set_streamer_infos(sample::named("infos", "4"));
  CHECK(infos() == "3");
  file.writer->close();
  CHECK(infos() == "4");
  const auto source = io::source_of(file.disk->contents());
  CHECK(sample::is_gapless(*source, FileReader::open(source)->header()));
}

TEST_CASE("file writer: the same calls give the same bytes when that is asked for, and else another UUID") {
  const auto bytes_of = [](bool reproducible) {
    Written file({.reproducible = reproducible});
    sample::put(*file.writer, file.writer->directory("dir"), "x", "1");
    file.writer->close();
    const auto contents = file.disk->contents();
    return std::string(reinterpret_cast<const char*>(contents.data()), contents.size());
  };
  CHECK(bytes_of(true) == bytes_of(true));
  CHECK(bytes_of(false) != bytes_of(false));
}

TEST_CASE("file writer: extents that threads take while others put and commit leave no hole in the end") {
  Written file;
  const auto seek_parent = file.writer->seek_of({0});
  constexpr int threads = 4;
  std::barrier start(threads + 1);
  std::vector<std::jthread> writers;
  for (int number = 0; number < threads; ++number)
    writers.emplace_back([&, number] {
      start.arrive_and_wait();
      for (int turn = 0; turn < 100; ++turn) {
        const auto extent =
            file.writer->take_extent(100 + 7 * static_cast<std::uint64_t>(number) + static_cast<std::uint64_t>(turn));
        file.writer->sink().write_at(extent.offset, record_for(seek_parent, extent).span());
      }
    });
  start.arrive_and_wait();
  for (int turn = 0; turn < 20; ++turn) {
    sample::put(*file.writer, file.writer->directory("dir"), "checkpoint", std::to_string(turn), replace);
    file.writer->commit();
    // A checkpoint that overtakes the threads is a file like any other.
    CHECK(file.contents().at("dir").at("checkpoint;1") == std::to_string(turn));
    CHECK(sample::open(file.disk)->header().end <= file.disk->contents().size());
  }
  writers.clear();
  file.writer->close();
  const auto source = io::source_of(file.disk->contents());
  const auto reader = FileReader::open(source);
  CHECK(reader->header().end == source->size());
  CHECK(sample::is_gapless(*source, reader->header()));
}

TEST_CASE("file writer: an extent that is given back becomes a gap") {
  Written file;
  file.writer->abandon_extent(file.writer->take_extent(1000));
  file.writer->commit();
  const auto source = io::source_of(file.disk->contents());
  CHECK(sample::is_gapless(*source, FileReader::open(source)->header()));
  CHECK(FileReader::open(source)->header().free_count > 1);
}

TEST_CASE("file writer: beyond 2 GB, header, heads and free segments have 64 bits") {
  const auto disk = std::make_shared<sample::SparseDisk>();
  const auto writer = FileWriter::create(std::make_unique<sample::SparseSink>(disk));
  const auto open = [&] { return FileReader::open(std::make_shared<sample::SparseSource>(disk)); };
  CHECK_FALSE(sample::put(*writer, {0}, "low", "below").is_big());
  const auto old = writer->directory("old");
  sample::put(*writer, old, "low", "below");
  CHECK_FALSE(writer->needs_big_keys(1000));
  CHECK(writer->needs_big_keys(1'500'000'000));
  writer->commit();
  CHECK_FALSE(open()->header().is_big());

  const auto extent = writer->take_extent(std::uint64_t{3} << 30);
  CHECK_FALSE(FileWriter::fits_small_keys(extent));
  CHECK(writer->needs_big_keys(0));
  writer->abandon_extent(extent);
  CHECK(sample::put(*writer, {0}, "high", "beyond").is_big());
  sample::put(*writer, old, "high", "beyond");
  sample::put(*writer, writer->directory("new"), "high", "beyond");
  writer->set_streamer_infos(sample::named("infos", "beyond"));
  writer->close();

  const auto reader = open();
  CHECK(reader->header().is_big());
  CHECK(reader->header().version == 1064000);
  CHECK(reader->header().units == 8);
  CHECK(reader->header().end == disk->size());
  CHECK(reader->root().is_big());
  CHECK(reader->key("high").seek > 3'000'000'000);
  CHECK(sample::contents_of(*reader) ==
        std::map<std::string, sample::Titles>{
            {"", {{"low;1", "below"}, {"old;1", "TDirectory"}, {"high;1", "beyond"}, {"new;1", "TDirectory"}}},
            {"old", {{"low;1", "below"}, {"high;1", "beyond"}}},
            {"new", {{"high;1", "beyond"}}}});
  CHECK(sample::is_gapless(reader->source(), reader->header()));
}

TEST_CASE("file writer: a payload is made again when other threads push the file beyond 2 GB meanwhile") {
  const auto disk = std::make_shared<sample::SparseDisk>();
  const auto writer = FileWriter::create(std::make_unique<sample::SparseSink>(disk));
  std::vector<std::uint16_t> lengths;
  const Key key = writer->put({0}, "TNamed", "n", "t", [&](std::uint16_t key_length) {
    if (lengths.empty()) writer->abandon_extent(writer->take_extent(2'100'000'000));
    lengths.push_back(key_length);
    return sample::named("n", "t");
  });
  CHECK(key.is_big());
  CHECK(lengths == std::vector<std::uint16_t>{static_cast<std::uint16_t>(key.key_length - 8), key.key_length});

  const auto again = FileWriter::create(std::make_unique<sample::SparseSink>(std::make_shared<sample::SparseDisk>()));
  again->key_length("TNamed", "n", "t");
  again->take_extent(2'100'000'000);
  CHECK_THROWS_AS(sample::put(*again, {0}, "n", "t"), Error);
}

TEST_CASE("file writer: a full disk is an Error of kind io, and the file stays as it was committed") {
  for (std::uint64_t capacity = 400; capacity < 6000; capacity += 100) {
    CAPTURE(capacity);
    io::MemorySink memory("full.root");
    bool committed = false;
    try {
      const auto writer =
          FileWriter::create(std::make_unique<fault::FaultySink>(memory, fault::SinkFaults{.capacity = capacity}),
                             {.compression = {compression::Algorithm::none, 0}});
      sample::put(*writer, {0}, "first", "1");
      writer->commit();
      committed = true;
      for (int turn = 0; turn < 100; ++turn) sample::put(*writer, {0}, "more", std::string(100, 'm'));
      writer->close();
      FAIL("written");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
    if (!committed) continue;
    const auto reader = FileReader::open(io::source_of(memory.contents()));
    CHECK(reader->root().keys.size() == 1);
    CHECK(sample::title_of(reader->read_record(reader->key("first"))) == "1");
  }
}

TEST_CASE("file writer: files on a real disk are read again") {
  const TemporaryFolder folder;
  const auto path = folder / "real.root";
  const auto writer = FileWriter::create(io::create_local(path));
  sample::put(*writer, writer->directory("dir"), "x", "real");
  writer->close();
  CHECK(sample::contents_of(*FileReader::open(io::open_local(path))).at("dir").at("x;1") == "real");
}

TEST_CASE(
    "file writer: an object's record of another file is copied as stored, with a new place, directory and cycle") {
  const auto from = sample::empty_disk();
  const auto first = FileWriter::create(std::make_unique<sample::SharedSink>(from));
  const Key key = sample::put(*first, {0}, "x", "real");
  first->close();
  const auto record_of = [&](std::uint64_t size) {
    bytes::Buffer record(size);
    io::source_of(from->contents())->read_at(key.seek, record.span());
    return record;
  };
  const auto to = sample::empty_disk();
  const auto second = FileWriter::create(std::make_unique<sample::SharedSink>(to));
  const auto directory = second->directory("dir");
  CHECK(second->put_record(directory, record_of(key.record_size)).cycle == 1);
  CHECK(second->put_record(directory, record_of(key.record_size)).cycle == 2);
  CHECK_THROWS_AS(second->put_record(directory, record_of(key.record_size - 1)), Error);
  second->close();
  const auto reader = FileReader::open(io::source_of(to->contents()));
  const Key copy = reader->key("dir/x;2");
  CHECK(sample::title_of(reader->read_record(copy)) == "real");
  CHECK(copy.date == key.date);
  CHECK(copy.seek_parent == reader->directory("dir").seek);
}

TEST_CASE("file writer: records of an earlier writer are taken over, and the bytes are the same") {
  const auto disk = std::make_shared<io::MemorySink>("x.root");
  const auto calls = [&](const std::pair<Key, Key>* earlier) {
    const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.reproducible = true});
    const auto directory = writer->directory("dir");
    std::pair<Key, Key> keys;
    const std::vector<std::byte> payload(100);
    if (earlier) {
      CHECK_THROWS_AS(writer->adopt(directory, earlier->second), Error);  // the other comes first
      writer->adopt(directory, earlier->first);
      writer->adopt(directory, earlier->second);
    } else {
      keys.first = writer->put(directory, "TNamed", "x", "", payload);
      keys.second = writer->put(directory, "TNamed", "x", "", payload);
    }
    writer->put(directory, "TNamed", "y", "", payload);
    writer->close();
    return keys;
  };
  const auto keys = calls(nullptr);
  const bytes::Buffer expected = disk->contents();
  calls(&keys);
  const bytes::Buffer again = disk->contents();
  CHECK(std::ranges::equal(again.span(), expected.span()));
}
