#include "ramet/schema/object_tag.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::schema;
using bytes::ByteCursor;
using namespace std::string_view_literals;

namespace {

std::span<const std::byte> of(std::string_view text) { return std::as_bytes(std::span(text)); }

constexpr std::size_t key_length = 7;

/// A record: a key of zeros, then what was written.
std::vector<std::byte> record_of(const TagWriter& writer) {
  std::vector<std::byte> record(key_length + writer.out().span().size());
  std::ranges::copy(writer.out().span(), record.begin() + key_length);
  return record;
}

ErrorKind kind_of(std::string_view record) {
  try {
    ByteCursor cursor(of(record));
    read_tag(cursor);
  } catch (const Error& error) {
    return error.kind();
  }
  FAIL("no error");
  return {};
}

}  // namespace

TEST_CASE("a version head may lack a byte count") {
  ByteCursor counted(of("\x40\x00\x00\x04\x00\x07\xaa\xbb\xcc"sv));
  const VersionHeader with_count = read_version(counted);
  CHECK(with_count.version == 7);
  CHECK(with_count.begin == 0);
  CHECK(with_count.end == 8);
  CHECK(counted.position() == 6);

  ByteCursor plain(of("\x00\x07\xaa\xbb"sv));
  const VersionHeader without_count = read_version(plain);
  CHECK(without_count.version == 7);
  CHECK_FALSE(without_count.has_end());
  CHECK(plain.position() == 2);
}

TEST_CASE("a version tells whether objects are stored member by member") {
  ByteCursor cursor(of("\x40\x00\x00\x02\x40\x09"sv));
  const VersionHeader header = read_version(cursor);
  CHECK(header.memberwise);
  CHECK(header.version == 9);
}

TEST_CASE("a version may be negative") {
  ByteCursor cursor(of("\xff\xff"sv));
  CHECK(read_version(cursor).version == -1);
}

TEST_CASE("a byte count that reaches past the record, or not over the version, is corrupt") {
  for (const std::string_view bytes : {"\x40\x00\x00\x05\x00\x07\xaa\xbb"sv, "\x40\x00\x00\x01\x00\x07"sv,
                                       "\x7f\xff\xff\xff\x00\x07"sv, "\x40\x00\x00\x00"sv, "\x00"sv, ""sv}) {
    ByteCursor cursor(of(bytes));
    CHECK_THROWS_AS(read_version(cursor), Error);
  }
}

TEST_CASE("objects, references and null come back as they were written") {
  TagWriter writer(key_length);
  ObjectIdentity first_identity;
  const auto with_version = [&](std::uint8_t value) {
    return [&writer, value] { writer.versioned(3, [&] { writer.out().write(value); }); };
  };
  const ObjectIdentity announced = writer.next_identity();
  first_identity = writer.object("TLeafI", with_version(11));
  CHECK(announced == first_identity);
  const ObjectIdentity second_identity = writer.object("TLeafI", with_version(22));
  writer.null();
  writer.reference(first_identity);
  writer.object("TLeafD", with_version(33));

  const std::vector<std::byte> record = record_of(writer);
  ByteCursor cursor(record);
  cursor.skip(key_length);

  const ObjectTag first = read_tag(cursor);
  CHECK(first.kind == ObjectTag::Kind::object);
  CHECK(first.class_name == "TLeafI");
  CHECK(first.identity == first_identity);
  CHECK(first.begin == cursor.position());
  CHECK(read_version(cursor).version == 3);
  CHECK(cursor.read<std::uint8_t>() == 11);
  CHECK(cursor.position() == first.end);

  const ObjectTag second = read_tag(cursor);
  CHECK(second.class_name == "TLeafI");
  CHECK(second.class_name.data() == first.class_name.data());
  CHECK(second.identity == second_identity);
  cursor.seek(second.end);

  CHECK(read_tag(cursor).kind == ObjectTag::Kind::null);
  const ObjectTag reference = read_tag(cursor);
  CHECK(reference.kind == ObjectTag::Kind::reference);
  CHECK(reference.identity == first_identity);
  CHECK(read_tag(cursor).class_name == "TLeafD");

  const ObjectTag again = read_tag_at(cursor, reference.identity);
  CHECK(again.class_name == "TLeafI");
  CHECK(again.begin == first.begin);
  CHECK(again.end == first.end);
}

TEST_CASE("a class without version is written with its checksum") {
  TagWriter writer(key_length);
  writer.checksummed(0xdeadbeef, [&] { writer.out().write(std::uint8_t{1}); });
  const std::vector<std::byte> record = record_of(writer);
  ByteCursor cursor(record);
  cursor.skip(key_length);
  const VersionHeader header = read_version(cursor);
  CHECK(header.version == 0);
  CHECK(header.end == record.size());
  CHECK(cursor.read<std::uint32_t>() == 0xdeadbeef);
}

TEST_CASE("tags that contradict themselves are corrupt") {
  CHECK(kind_of("\x40\x00\x00\xff\xff\xff\xff\xff"
                "A\0"sv) == ErrorKind::corrupt);  // count past the record
  CHECK(kind_of("\x40\x00\x00\x04\xff\xff\xff\xff"
                "A\0"sv) == ErrorKind::corrupt);  // ends inside of the name
  CHECK(kind_of("\x40\x00\x00\x06\xff\xff\xff\xff"
                "AB"sv) == ErrorKind::corrupt);                                // the name does not end
  CHECK(kind_of("\x40\x00\x00\x04\x80\x00\x00\x01"sv) == ErrorKind::corrupt);  // a class before the record
  CHECK(kind_of("\x40\x00\x00\x04\x80\x00\x00\x06"sv) == ErrorKind::corrupt);  // a class that is this tag
  CHECK(kind_of("\x40\x00\x00\x04\x80\x00\x00\x02"sv) == ErrorKind::corrupt);  // a class where none is
  CHECK(kind_of("\x40\x00\x00\x04\x80\x00\xff\xff"sv) == ErrorKind::corrupt);  // a class behind
  CHECK(kind_of("\x40\x00"sv) == ErrorKind::corrupt);
}

TEST_CASE("tags without byte count are unsupported") {
  CHECK(kind_of("\xff\xff\xff\xff"
                "A\0"sv) == ErrorKind::unsupported);
  CHECK(kind_of("\x80\x00\x00\x02"sv) == ErrorKind::unsupported);
}

TEST_CASE("a reference to a place without an object is corrupt") {
  const ByteCursor cursor(of("\x00\x00\x00\x00\x00\x00\x00\x09"sv));
  for (const std::uint64_t offset : {0, 1, 2, 6, 7, 8, 100}) {
    CAPTURE(offset);
    CHECK_THROWS_AS(read_tag_at(cursor, {offset}), Error);
  }
}

TEST_CASE("a record too large for references is the caller's mistake") {
  TagWriter writer(byte_count_mask);
  CHECK_THROWS_AS(writer.object("A", [] {}), Error);
}
