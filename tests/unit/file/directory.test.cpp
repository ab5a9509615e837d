#include "ramet/file/directory.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

DirectoryHead sample_head(bool big) {
  DirectoryHead head;
  head.version = big ? 1005 : 5;
  head.created = 1;
  head.modified = 2;
  head.keys_size = 300;
  head.name_size = 56;
  head.seek = 100;
  head.seek_parent = 50;
  head.seek_keys = big ? 0x123456789 : 4000;
  for (std::size_t i = 0; i < head.uuid.size(); ++i) head.uuid[i] = static_cast<std::byte>(i);
  return head;
}

Key key_of(std::string name, std::uint16_t cycle) {
  Key key;
  key.class_name = "TNamed";
  key.name = std::move(name);
  key.cycle = cycle;
  key.key_length = key_length_of(key.class_name, key.name, "", false);
  key.record_size = key.key_length;
  return key;
}

Directory sample_directory() {
  Directory directory;
  directory.path = "a/b";
  directory.keys = {key_of("events", 2), key_of("events", 1), key_of("events", 7), key_of("runs", 1)};
  return directory;
}

// A key list's record at byte 1000 with these keys, and `count` in front of them.
bytes::Buffer list_of(const std::vector<Key>& keys, std::uint32_t count, const std::string& title = "",
                      const std::string& class_name = "TNamed") {
  bytes::ByteWriter body;
  for (const Key& key : keys) write_key(body, key);
  Key own = key_of("file", 1);
  own.class_name = class_name;
  own.title = title;
  own.key_length = key_length_of(own.class_name, own.name, own.title, false);
  own.record_size = static_cast<std::uint32_t>(own.key_length + 4 + body.size());
  own.seek = 1000;
  own.date = 2;
  bytes::ByteWriter record;
  write_key(record, own);
  record.write(count);
  record.append(body.span());
  return std::move(record).take();
}

// The head of a directory whose key list is there.
DirectoryHead head_of_list_at(std::uint64_t seek, std::uint32_t modified = 2) {
  DirectoryHead head;
  head.seek_keys = seek;
  head.modified = modified;
  return head;
}

}  // namespace

TEST_CASE("directory: a body is read back, and has the same size with small and big seeks") {
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const DirectoryHead head = sample_head(big);
    bytes::ByteWriter writer;
    write_directory_head(writer, head);
    CHECK(writer.size() == directory_head_size);
    bytes::ByteCursor cursor(writer.span());
    const DirectoryHead again = read_directory_head(cursor);
    CHECK(again.is_big() == big);
    CHECK(again.created == 1);
    CHECK(again.modified == 2);
    CHECK(again.keys_size == 300);
    CHECK(again.name_size == 56);
    CHECK(again.seek == 100);
    CHECK(again.seek_parent == 50);
    CHECK(again.seek_keys == head.seek_keys);
    CHECK(again.uuid == head.uuid);
  }
}

TEST_CASE("directory: a body of version 1, as ROOT 2 wrote it, ends before the uuid") {
  DirectoryHead head = sample_head(false);
  head.version = 1;
  bytes::ByteWriter writer;
  write_directory_head(writer, head);
  bytes::ByteCursor cursor(writer.span().first(30));
  const DirectoryHead again = read_directory_head(cursor);
  CHECK(again.seek_keys == 4000);
  CHECK(again.uuid == Uuid{});
}

TEST_CASE("directory: a truncated body is corrupt") {
  bytes::ByteWriter writer;
  write_directory_head(writer, sample_head(false));
  for (std::size_t size = 0; size < 48; ++size) {
    CAPTURE(size);
    bytes::ByteCursor cursor(writer.span().first(size));
    CHECK_THROWS_AS(read_directory_head(cursor), Error);
  }
}

TEST_CASE("directory: a name without a cycle is the highest cycle, anywhere in the list") {
  const Directory directory = sample_directory();
  CHECK(directory.find("events")->cycle == 7);
  CHECK(directory.find("events", 1)->cycle == 1);
  CHECK(directory.find("events", 3) == nullptr);
  CHECK(directory.find("event") == nullptr);
}

TEST_CASE("directory: the message about a missing key suggests names, or lists the cycles") {
  const Directory directory = sample_directory();
  CHECK(&directory.at("runs") == &directory.keys[3]);
  CHECK_THROWS_WITH_AS(directory.at("event"), "no key 'event' in directory 'a/b'; did you mean 'events'?", Error);
  CHECK_THROWS_WITH_AS(directory.at("zzzzzz"), "no key 'zzzzzz' in directory 'a/b'; there is 'events', 'runs'", Error);
  CHECK_THROWS_WITH_AS(directory.at("events", 3), "no cycle 3 of 'events' in directory 'a/b': it has 2, 1, 7", Error);
}

TEST_CASE("directory: a key list gives its keys in order") {
  const auto record = list_of(sample_directory().keys, 4);
  const auto keys = read_key_list(record.span(), head_of_list_at(1000));
  REQUIRE(keys.size() == 4);
  CHECK(keys[2].cycle == 7);
  CHECK(keys[3].name == "runs");
}

TEST_CASE("directory: a key list that claims more keys than its bytes can hold is refused before memory is taken") {
  for (const std::uint32_t count : {5U, 100U, 0x7fffffffU, 0xffffffffU}) {
    CAPTURE(count);
    const auto record = list_of(sample_directory().keys, count);
    CHECK_THROWS_AS(read_key_list(record.span(), head_of_list_at(1000)), Error);
  }
}

TEST_CASE("directory: bytes after the last key of a list are spare room, as in files of uproot") {
  const auto keys = read_key_list(list_of(sample_directory().keys, 3).span(), head_of_list_at(1000));
  REQUIRE(keys.size() == 3);
  CHECK(keys[2].cycle == 7);
}

TEST_CASE("directory: a key list with another position or checksum is corrupt") {
  const auto record = list_of(sample_directory().keys, 4);
  CHECK_THROWS_WITH_AS(read_key_list(record.span(), head_of_list_at(1001)), doctest::Contains("the record's head has"),
                       Error);
  const std::uint64_t size = record.size() - key_length_of("TNamed", "file", "", false);
  const auto checked = list_of(sample_directory().keys, 4, title_checksum((size << 48) + 5));
  CHECK_THROWS_WITH_AS(read_key_list(checked.span(), head_of_list_at(1000)), doctest::Contains("checksum is "), Error);
}

TEST_CASE("directory: a key list whose head contradicts its directory is read if its keys belong to it") {
  DirectoryHead head = head_of_list_at(1001);
  head.seek = 100;
  std::vector<Key> keys = sample_directory().keys;
  for (Key& key : keys) key.seek_parent = head.seek;
  for (const char* class_name : {"TFile", "TDirectory", "TDirectoryFile"})
    CHECK(read_key_list(list_of(keys, 4, "", class_name).span(), head).size() == 4);
  const auto error = doctest::Contains("the record's head has");
  CHECK_THROWS_WITH_AS(read_key_list(list_of(keys, 4, "", "TTree").span(), head), error, Error);
  CHECK_THROWS_WITH_AS(read_key_list(list_of(keys, 5, "", "TFile").span(), head), error, Error);
  keys[2].seek_parent = 101;
  CHECK_THROWS_WITH_AS(read_key_list(list_of(keys, 4, "", "TFile").span(), head), error, Error);
}

TEST_CASE("directory: a key list begins where its head ends, so that a damaged length hides no keys") {
  auto record = list_of(sample_directory().keys, 4);
  constexpr std::size_t length_at = 14;  // after sizes, version and date
  const auto length = bytes::load_big_endian<std::uint16_t>(record.data() + length_at);
  bytes::store_big_endian(record.data() + length_at, static_cast<std::uint16_t>(length + 24));
  CHECK_THROWS_WITH_AS(read_key_list(record.span(), head_of_list_at(1000)), doctest::Contains("its head has length"),
                       Error);
}

TEST_CASE("directory: an old checksum is ignored after another program has rewritten the list") {
  const auto record = list_of(sample_directory().keys, 4);
  const std::uint64_t size = record.size() - key_length_of("TNamed", "file", "", false);
  const auto same_size = list_of(sample_directory().keys, 4, title_checksum((size << 48) + 5));
  CHECK(read_key_list(same_size.span(), head_of_list_at(1000, 3)).size() == 4);  // the directory changed later
  const auto other_size = list_of(sample_directory().keys, 4, title_checksum(((size - 40) << 48) + 5));
  CHECK(read_key_list(other_size.span(), head_of_list_at(1000)).size() == 4);
}

TEST_CASE("directory: the message about a damaged key has its number and position") {
  auto record = list_of(sample_directory().keys, 4);
  record.resize(record.size() - 2);
  bytes::store_big_endian(record.data(), static_cast<std::uint32_t>(record.size()));
  CHECK_THROWS_WITH_AS(read_key_list(record.span(), head_of_list_at(1000)),
                       doctest::Contains("key 4 of 4: record is truncated at byte"), Error);
}

TEST_CASE("directory: only a number after the last semicolon is a cycle") {
  const auto split = [](std::string_view text) {
    const auto [name, cycle] = split_cycle(text);
    return std::pair(std::string(name), cycle ? int{*cycle} : -1);
  };
  CHECK(split("events;12") == std::pair(std::string("events"), 12));
  CHECK(split("a;1;2") == std::pair(std::string("a;1"), 2));
  for (const char* text : {"events", "events;", "events;x", "events;1x", "events;-1", "events;0", "events;70000"})
    CHECK(split(text) == std::pair(std::string(text), -1));
}
