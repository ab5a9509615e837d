#include "ramet/file/file_reader.hpp"

#include <random>
#include <thread>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/io/detail/distant/ahead_source.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

const std::string long_text(400, 'x');

bytes::Buffer sample_bytes() {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.reproducible = true});
  sample::put(*writer, {0}, "first", "one");
  sample::put(*writer, {0}, "long", long_text);
  sample::put(*writer, writer->directory("inner/most"), "second", "two");
  writer->set_streamer_infos(sample::named("no", "list"));
  writer->close();
  return disk->contents();
}

bytes::Buffer copy_of(std::span<const std::byte> bytes) {
  bytes::Buffer copy;
  copy.append(bytes);
  return copy;
}

// A file whose streamer infos lie far from both of its ends, and whose key list may do so, too.
bytes::Buffer file_with_distant_lists(std::size_t bytes_behind) {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  std::minstd_rand random(18);
  const auto put_noise = [&](const char* name, std::size_t size) {
    std::string noise(size, ' ');
    for (char& letter : noise) letter = static_cast<char>(random() % 256);
    writer->put({0}, "TNamed", name, "", sample::named(name, noise).span());
  };
  put_noise("first", 100'000);
  writer->set_streamer_infos(sample::named("no", "list"));
  put_noise("wanted", 100'000);
  put_noise("last", 400'000);
  writer->close();
  auto contents = disk->contents();
  const std::size_t size = contents.size();
  contents.resize(size + bytes_behind);
  std::fill_n(contents.data() + size, bytes_behind, std::byte{0});
  return contents;
}

struct Opened {
  std::shared_ptr<fault::DistantSource> server;
  std::shared_ptr<const FileReader> reader;
};

Opened open_from_afar(bytes::Buffer contents) {
  auto server = std::make_shared<fault::DistantSource>(
      std::make_shared<fault::FaultySource>(io::source_of(std::move(contents), "far"), fault::SourceFaults{}));
  const auto budget = std::make_shared<io::AheadBudget>(std::uint64_t{64} << 20U);
  auto reader = FileReader::open(std::make_shared<const io::AheadSource>(server, budget));
  return {std::move(server), std::move(reader)};
}

// Opens and reads everything; whether no Error came up. Any other exception leaves.
bool reads_whole(bytes::Buffer contents) {
  try {
    const auto reader = FileReader::open(io::source_of(std::move(contents)));
    sample::contents_of(*reader);
    if (const auto packed = reader->packed_streamer_infos(); !packed.empty())
      reader->unpack_record(packed.span(), reader->header().seek_streamer_info);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The sample with the head of key `name` in the root's key list changed.
bytes::Buffer with_changed_key(std::string_view name, FunctionRef<void(Key&)> change) {
  auto contents = sample_bytes();
  const auto reader = FileReader::open(io::source_of(copy_of(contents.span())));
  bytes::ByteWriter list;
  for (const Key& stored : reader->root().keys) {
    Key key = stored;
    if (key.name == name) change(key);
    write_key(list, key);
  }
  bytes::ByteCursor cursor(contents.span().subspan(reader->root().seek_keys));
  const std::size_t start = reader->root().seek_keys + read_key(cursor).key_length + 4;
  std::ranges::copy(list.span(), contents.data() + start);
  // The list is as its checksum says: what is wrong is that it disagrees with a record.
  const std::string checksum = title_checksum(list_checksum(contents.span().subspan(start - 4, list.size() + 4)));
  std::ranges::copy(std::as_bytes(std::span(checksum)), contents.data() + start - 4 - checksum.size());
  return contents;
}

}  // namespace

TEST_CASE("file reader: opening takes two reads, and a name of any length only one more") {
  for (const std::size_t name_size : {10U, 3000U}) {
    CAPTURE(name_size);
    const auto disk = sample::empty_disk(std::string(name_size, 'n'));
    const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
    sample::put(*writer, writer->directory("sub"), "key", "title");
    writer->close();
    const auto source =
        std::make_shared<const fault::FaultySource>(io::source_of(disk->contents()), fault::SourceFaults{});
    CHECK(FileReader::open(source)->root().keys.size() == 1);
    CHECK(source->calls() == (name_size == 10 ? 2 : 3));
  }
}

TEST_CASE("file reader: of a file far away, what its ends lack is requested before anybody waits for it") {
  const auto [server, reader] = open_from_afar(file_with_distant_lists(0));
  CHECK(server->trips() == 5);  // of which all but the first one are under way together
  CHECK_FALSE(reader->packed_streamer_infos().empty());
  CHECK(reader->read_record(reader->key("wanted")).payload().size() > 100'000);
  CHECK(server->trips() == 5);

  const auto [other, with_list] = open_from_afar(file_with_distant_lists(400'000));
  CHECK(with_list->root().keys.size() == 3);
  CHECK(other->trips() == 5);
  CHECK_FALSE(with_list->packed_streamer_infos().empty());
  CHECK(with_list->read_record(with_list->key("wanted")).payload().size() > 100'000);
  CHECK(other->trips() == 5);
}

TEST_CASE("file reader: a record is read completely, with or without padding, from memory or by reads") {
  const auto sound = io::source_of(sample_bytes());
  const auto reads = std::make_shared<const fault::FaultySource>(sound, fault::SourceFaults{});
  for (const std::shared_ptr<const io::ByteSource>& source : {sound, std::shared_ptr<const io::ByteSource>(reads)}) {
    const auto reader = FileReader::open(source);
    for (const auto& [path, title] : {std::pair("first", std::string("one")), {"long", long_text}}) {
      const Key key = reader->key(path);
      CHECK(key.is_compressed());
      CHECK(key.object_size >= title.size());
      const Record record = reader->read_record(key);
      CHECK(record.key_length == key.key_length);
      CHECK(record.bytes.size() == std::size_t{key.key_length} + key.object_size);
      CHECK(sample::title_of(record) == title);
    }
  }
}

TEST_CASE("file reader: streamer infos are returned compressed, and decompress to the written bytes") {
  const auto reader = FileReader::open(io::source_of(sample_bytes()));
  const auto packed = reader->packed_streamer_infos();
  REQUIRE_FALSE(packed.empty());
  CHECK(sample::title_of(reader->unpack_record(packed.span(), reader->header().seek_streamer_info)) == "list");
}

TEST_CASE("file reader: uncompressed streamer infos, which have no checksum, are refused only in files of ramet") {
  for (const bool is_ours : {true, false}) {
    CAPTURE(is_ours);
    auto contents = sample_bytes();
    const auto sound = FileReader::open(io::source_of(copy_of(contents.span())));
    const std::uint64_t seek = sound->header().seek_streamer_info;
    const Record infos = sound->unpack_record(sound->packed_streamer_infos().span(), seek);
    bytes::Buffer plain = copy_of(infos.bytes.span());
    bytes::store_big_endian(plain.data(), static_cast<std::uint32_t>(plain.size()));
    if (!is_ours) {  // as when ROOT has written the list again
      const auto list = contents.span().subspan(sound->root().seek_keys, sound->root().keys_size);
      bytes::ByteCursor cursor(list);
      const std::size_t title_end = read_key(cursor).key_length;
      list[title_end - 1] = std::byte{'x'};
    }
    const auto reader = FileReader::open(io::source_of(std::move(contents)));
    if (is_ours)
      CHECK_THROWS_WITH_AS(reader->unpack_record(plain.span(), seek), doctest::Contains("is stored uncompressed"),
                           Error);
    else
      CHECK(sample::title_of(reader->unpack_record(plain.span(), seek)) == "list");
  }
}

TEST_CASE("file reader: a truncated file gives an Error") {
  const auto whole = sample_bytes();
  REQUIRE(reads_whole(copy_of(whole.span())));
  const auto reader = FileReader::open(io::source_of(copy_of(whole.span())));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    // Only the list of free segments, which a reader does not need, lies behind everything else.
    const bool needs_no_more = size >= reader->header().seek_free;
    CHECK(reads_whole(copy_of(whole.span().first(size))) == needs_no_more);
  }
}

TEST_CASE("file reader: the message about a truncated file has its size and the expected one") {
  const auto whole = sample_bytes();
  CHECK_THROWS_WITH_AS(FileReader::open(io::source_of(copy_of(whole.span().first(600)), "run7.root")),
                       doctest::Contains("file 'run7.root': file is truncated: it has 600 bytes, expected"), Error);
}

TEST_CASE("file reader: any changed byte gives an Error or a readable file") {
  const auto whole = sample_bytes();
  std::size_t refused = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      auto damaged = copy_of(whole.span());
      damaged.data()[place] ^= static_cast<std::byte>(mask);
      if (!reads_whole(std::move(damaged))) ++refused;
    }
  }
  CHECK(refused > whole.size() / 2);  // of four times as many; dates, titles and the like may be anything
}

TEST_CASE(
    "file reader: a root directory that is not behind its record's names, or has lost its list's place, is corrupt") {
  const auto whole = sample_bytes();
  const auto reader = FileReader::open(io::source_of(copy_of(whole.span())));
  const auto opened_with = [&](std::size_t place, std::uint32_t number) {
    auto damaged = copy_of(whole.span());
    bytes::store_big_endian(damaged.data() + place, number);
    FileReader::open(io::source_of(std::move(damaged)));
  };
  constexpr std::size_t begin = 8;
  constexpr std::size_t name_size = 28;
  for (const std::size_t field : {begin, name_size})
    for (std::uint32_t number = 0; number < whole.size(); ++number) {
      CAPTURE(field);
      CAPTURE(number);
      if (number == bytes::load_big_endian<std::uint32_t>(whole.data() + field)) continue;
      CHECK_THROWS_AS(opened_with(field, number), Error);
    }
  CHECK_THROWS_AS(opened_with(name_size, 0x7fffffff), Error);
  const std::size_t seek_keys = 100 + reader->header().name_size + 26;
  CHECK_THROWS_WITH_AS(opened_with(seek_keys, 0), doctest::Contains("but no position of it"), Error);
}

TEST_CASE("file reader: a read that fails is an Error of kind io at any time") {
  const auto sound = io::source_of(sample_bytes());
  for (std::uint64_t call = 0; call < 2; ++call) {
    CAPTURE(call);
    const fault::SourceFaults faults{.fail_at_call = call};
    try {
      FileReader::open(std::make_shared<const fault::FaultySource>(sound, faults));
      FAIL("opened");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
  }
}

TEST_CASE("file reader: the objects of a file that was never committed are found by their records") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  CHECK(sample::open(disk)->root().keys.empty());
  CHECK_FALSE(sample::open(disk)->is_recovered());
  sample::put(*writer, {0}, "a", "first");
  sample::put(*writer, {0}, "a", "second");
  const auto file = sample::open(disk);
  CHECK(file->is_recovered());
  CHECK(sample::contents_of(*file).at("") == sample::Titles{{"a;1", "first"}, {"a;2", "second"}});
}

TEST_CASE("file reader: a file that was never committed and has no object is corrupt") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const auto extent = writer->take_extent(100);
  const std::array<std::byte, 100> nothing{};
  disk->write_at(extent.offset, nothing);
  CHECK_THROWS_WITH_AS(sample::open(disk), doctest::Contains("file was not closed"), Error);
}

TEST_CASE("file reader: a key that points at another record, or claims other sizes, is corrupt") {
  struct Change {
    const char* message;
    std::function<void(Key&)> change;
  };
  const std::vector<Change> changes{
      {"the record there has the position", [](Key& key) { key.seek += 1; }},
      {"lies inside of the file header", [](Key& key) { key.seek = 4; }},
      {"is truncated", [](Key& key) { key.seek = 0xfffffff0; }},
      {"is truncated", [](Key& key) { key.record_size = 0x7fffffff; }},
      {"the key says", [](Key& key) { key.object_size = 0xfffffff0; }},
      {"holds a 'TNamed'", [](Key& key) { key.class_name = "TOther"; }},
  };
  for (const auto& [message, change] : changes) {
    CAPTURE(message);
    const auto reader = FileReader::open(io::source_of(with_changed_key("long", change)));
    const Key key = reader->key("long");
    if (message == std::string_view("the record there has the position")) {
      CHECK_THROWS_AS(reader->read_record(key), Error);  // a byte further, the head makes no sense at all
    } else {
      CHECK_THROWS_WITH_AS(reader->read_record(key), doctest::Contains(message), Error);
    }
  }
}

TEST_CASE("file reader: a record whose head has another title, cycle or date than its key is read, as ROOT does") {
  for (const std::function<void(Key&)>& change :
       std::vector<std::function<void(Key&)>>{[](Key& key) { key.title.back() = '!'; }, [](Key& key) { key.cycle = 9; },
                                              [](Key& key) { key.date += 1; }}) {
    const auto reader = FileReader::open(io::source_of(with_changed_key("long", change)));
    const auto same = FileReader::open(io::source_of(with_changed_key("long", [](Key&) {})));
    CHECK(sample::title_of(reader->read_record(reader->key("long"))) ==
          sample::title_of(same->read_record(same->key("long"))));
  }
}

TEST_CASE("file reader: a key with the position of another record of the same size is refused") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const Key one = sample::put(*writer, {0}, "one", "1");
  const Key two = sample::put(*writer, {0}, "two", "2");
  writer->close();
  const auto reader = sample::open(disk);
  Key mixed = reader->key("one");
  mixed.seek = two.seek;
  CHECK_THROWS_WITH_AS(reader->read_record(mixed), doctest::Contains("the record there is named 'two'"), Error);
  CHECK(sample::title_of(reader->read_record(one)) == "1");
}

TEST_CASE("file reader: an object size that its blocks cannot have is refused before memory is allocated") {
  auto contents = sample_bytes();
  const auto reader = FileReader::open(io::source_of(copy_of(contents.span())));
  const Key key = reader->key("long");
  auto packed = copy_of(contents.span().subspan(key.seek, key.record_size));
  bytes::store_big_endian(packed.data() + 6, std::uint32_t{0xfffffff0});
  CHECK_THROWS_AS(reader->unpack_record(packed.span(), key.seek), Error);
}

TEST_CASE("file reader: many threads may read from one") {
  const auto reader = FileReader::open(io::source_of(sample_bytes()));
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 50; ++turn)
        if (sample::title_of(reader->read_record(reader->key("long"))) == long_text &&
            reader->directory("inner/most").keys.size() == 1)
          ++right;
    });
  threads.clear();
  CHECK(right == 200);
}
