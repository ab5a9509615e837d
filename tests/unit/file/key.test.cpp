#include "ramet/file/key.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

Key sample_key(bool big) {
  Key key;
  key.version = big ? 1004 : 4;
  key.key_length = key_length_of("TTree", "events", "all of them", big);
  key.record_size = key.key_length + 10;
  key.object_size = 25;
  key.date = 0x7eeb5929;
  key.cycle = 3;
  key.seek = big ? 0x123456789 : 216;
  key.seek_parent = 100;
  key.class_name = "TTree";
  key.name = "events";
  key.title = "all of them";
  return key;
}

bytes::Buffer written(const Key& key) {
  bytes::ByteWriter writer;
  write_key(writer, key);
  return std::move(writer).take();
}

}  // namespace

TEST_CASE("key: a key is read back, with small and big seeks") {
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const Key key = sample_key(big);
    const auto head = written(key);
    CHECK(head.size() == key.key_length);
    bytes::ByteCursor cursor(head.span());
    const Key again = read_key(cursor);
    CHECK(cursor.at_end());
    CHECK(again.is_big() == big);
    CHECK(again.record_size == key.record_size);
    CHECK(again.object_size == key.object_size);
    CHECK(again.date == key.date);
    CHECK(again.cycle == key.cycle);
    CHECK(again.seek == key.seek);
    CHECK(again.seek_parent == key.seek_parent);
    CHECK(again.class_name == key.class_name);
    CHECK(again.name == key.name);
    CHECK(again.title == key.title);
    CHECK(again.is_compressed());
    CHECK(again.packed_size() == 10);
  }
}

TEST_CASE("key: a big head carries the process-id offset in the upper bytes of the parent's seek") {
  Key key = sample_key(true);
  key.process_id_offset = 7;
  const auto head = written(key);
  bytes::ByteCursor cursor(head.span());
  const Key again = read_key(cursor);
  CHECK(again.seek_parent == 100);
  CHECK(again.process_id_offset == 7);
}

TEST_CASE("key: a truncated head is corrupt") {
  const auto head = written(sample_key(false));
  for (std::size_t size = 0; size < head.size(); ++size) {
    CAPTURE(size);
    bytes::ByteCursor cursor(head.span().first(size));
    CHECK_THROWS_AS(read_key(cursor), Error);
  }
}

TEST_CASE("key: a record shorter than its head is corrupt, and the message has both sizes") {
  Key key = sample_key(false);
  key.record_size = 20;
  const auto head = written(key);
  bytes::ByteCursor cursor(head.span());
  CHECK_THROWS_WITH_AS(read_key(cursor), "record has 20 bytes, but a head of 51", Error);
}

TEST_CASE("key: a negative size, as of a freed record, is corrupt") {
  Key key = sample_key(false);
  key.record_size = static_cast<std::uint32_t>(-60);
  const auto head = written(key);
  bytes::ByteCursor cursor(head.span());
  CHECK_THROWS_WITH_AS(read_key(cursor), "record has -60 bytes, but a head of 51", Error);
}

TEST_CASE("key: strings that end after the head are corrupt in a record, but not in a key list") {
  Key key = sample_key(false);
  key.key_length = 46;
  const auto head = written(key);
  bytes::ByteCursor in_list(head.span());
  CHECK(read_key(in_list).name == "events");
  bytes::ByteCursor in_record(head.span());
  CHECK_THROWS_AS(read_record_head(in_record), Error);
}

TEST_CASE("key: names of 255 bytes and more take four bytes more") {
  const auto length_of = [](std::size_t size) { return key_length_of("", std::string(size, 'x'), "", false); };
  CHECK(length_of(254) - length_of(253) == 1);
  CHECK(length_of(255) - length_of(254) == 5);
}

TEST_CASE("key: a head longer than ROOT's signed 16 bits is refused") {
  CHECK(key_length_of("", std::string(32000, 'x'), "", true) > 32000);
  CHECK_THROWS_AS(key_length_of("", std::string(33000, 'x'), "", false), Error);
}

TEST_CASE("key: both spellings of a directory's class are directories") {
  Key key;
  for (const char* name : {"TDirectory", "TDirectoryFile"}) {
    key.class_name = name;
    CHECK(key.is_directory());
  }
  key.class_name = "TDirectoryX";
  CHECK_FALSE(key.is_directory());
}

TEST_CASE("key: a checksum after a title is found, and only there") {
  const std::string title = "Events" + title_checksum(0x0123456789abcdef);
  CHECK(title == "Events #xxh3:0123456789abcdef");
  CHECK(title.size() == 6 + title_checksum_size);
  CHECK(checksum_of_title(title) == 0x0123456789abcdef);
  CHECK(checksum_of_title(title_checksum(7)) == 7);
  for (const char* other : {"", "Events", " #xxh3:0123456789abcde", "Events #xxh3:0123456789abcdeg",
                            "Events #xxh3:0123456789abcdef.", "Events #xxh4:0123456789abcdef"}) {
    CAPTURE(other);
    CHECK_FALSE(checksum_of_title(other).has_value());
  }
}

TEST_CASE("key: a mismatched checksum is corrupt, and the message has both") {
  CHECK_NOTHROW(require_same_checksum(5, 5));
  CHECK_THROWS_WITH_AS(require_same_checksum(5, 6), "checksum is 0000000000000005, expected 0000000000000006", Error);
}
