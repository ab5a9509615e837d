#include "ramet/bytes/byte_cursor.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using bytes::ByteCursor;

namespace {

std::span<const std::byte> of(std::string_view text) { return std::as_bytes(std::span(text)); }

using namespace std::string_literals;
using namespace std::string_view_literals;

template <class Work>
std::string corrupt(Work work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("values are read one after the other, big-endian") {
  ByteCursor cursor(of("\x01\x02\x03\xff\xff\xff\xfe\x3f\x80\x00\x00rest"sv));
  CHECK(cursor.read<std::uint8_t>() == 1);
  CHECK(cursor.read<std::uint16_t>() == 0x0203);
  CHECK(cursor.read<std::int32_t>() == -2);
  CHECK(cursor.read<float>() == 1.0F);
  CHECK(cursor.position() == 11);
  CHECK(cursor.remaining() == 4);
  CHECK_FALSE(cursor.at_end());
  cursor.skip(4);
  CHECK(cursor.at_end());
  CHECK(cursor.all().size() == 15);
}

TEST_CASE("a read beyond the end is an error with the place and both numbers, and moves nothing") {
  ByteCursor cursor(of("abc"), 100);
  cursor.skip(1);
  CHECK(corrupt([&] { cursor.read<std::uint32_t>(); }) == "record is truncated at byte 101: needs 4 bytes, 2 are left");
  CHECK(cursor.position() == 101);
  CHECK(corrupt([&] { cursor.take(3); }) == "record is truncated at byte 101: needs 3 bytes, 2 are left");
  CHECK(corrupt([&] { cursor.skip(std::numeric_limits<std::size_t>::max()); }).starts_with("record is truncated"));
  CHECK(cursor.take(2).size() == 2);
  CHECK(cursor.take(0).empty());
  CHECK(corrupt([&] { cursor.read<bool>(); }) == "record is truncated at byte 103: needs 1 bytes, 0 are left");
}

TEST_CASE("an empty cursor is at its end") {
  ByteCursor cursor({});
  CHECK(cursor.at_end());
  CHECK(cursor.take(0).empty());
  CHECK_THROWS_AS(cursor.read<std::uint8_t>(), Error);
}

TEST_CASE("a cursor goes to any position of its bytes, the end included, and nowhere else") {
  ByteCursor cursor(of("abcdef"), 1000);
  cursor.seek(1004);
  CHECK(cursor.read<char>() == 'e');
  cursor.seek(1006);
  CHECK(cursor.at_end());
  cursor.seek(1000);
  CHECK(cursor.read<char>() == 'a');
  CHECK(corrupt([&] { cursor.seek(999); }) == "position 999 is outside of the record's bytes 1000..1006");
  CHECK_THROWS_AS(cursor.seek(1007), Error);
  CHECK_THROWS_AS(cursor.seek(std::numeric_limits<std::uint64_t>::max()), Error);
  CHECK(cursor.position() == 1001);
}

TEST_CASE("a string has its length in front, of one byte or of four") {
  CHECK(ByteCursor(of("\x03"
                      "abcd"sv))
            .string() == "abc");
  CHECK(ByteCursor(of("\0"sv)).string().empty());
  const std::string long_text(300, 'x');
  const std::string record = "\xff\0\0\x01\x2c"s + long_text + "rest";
  ByteCursor cursor(of(record));
  CHECK(cursor.string() == long_text);
  CHECK(cursor.remaining() == 4);
}

TEST_CASE("a string longer than its record is an error") {
  CHECK(corrupt([] {
          ByteCursor(of("\x05"
                        "abc"sv))
              .string();
        }) == "record is truncated at byte 1: needs 5 bytes, 3 are left");
  CHECK(corrupt([] { ByteCursor(of("\xff\xff\xff\xff\xfe"sv)).string(); }) == "string at byte 5 has length -2");
  CHECK_THROWS_AS(ByteCursor(of("\xff\x7f\xff\xff\xff"sv)).string(), Error);
  CHECK_THROWS_AS(ByteCursor(of("\xff\0\0"sv)).string(), Error);
  CHECK_THROWS_AS(ByteCursor({}).string(), Error);
}

TEST_CASE("text ends at its zero byte") {
  ByteCursor cursor(of("TTree\0TBranch\0\0"sv));
  CHECK(cursor.zero_terminated(80) == "TTree");
  CHECK(cursor.zero_terminated(7) == "TBranch");
  CHECK(cursor.zero_terminated(0).empty());
  CHECK(cursor.at_end());
}

TEST_CASE("text without a zero byte, or of more than is allowed, is an error") {
  CHECK(corrupt([] { ByteCursor(of("TTree")).zero_terminated(80); }) == "text at byte 0 does not end within 5 bytes");
  CHECK(corrupt([] { ByteCursor(of("TTree\0"sv)).zero_terminated(4); }) ==
        "text at byte 0 does not end within 5 bytes");
  CHECK_THROWS_AS(ByteCursor(of("TTree")).zero_terminated(std::numeric_limits<std::size_t>::max()), Error);
  CHECK_THROWS_AS(ByteCursor({}).zero_terminated(80), Error);
}

TEST_CASE("a count is believed only when its elements can follow") {
  const auto record =
      "\0\0\0\x03"
      "123456"sv;
  CHECK(ByteCursor(of(record)).count(2, "baskets") == 3);
  CHECK(ByteCursor(of(record)).count(0, "baskets") == 3);
  CHECK(corrupt([&] { ByteCursor(of(record), 50).count(3, "number of baskets"); }) ==
        "number of baskets at byte 50 is 3, but only 6 bytes follow");
  CHECK_THROWS_AS(ByteCursor(of("\xff\xff\xff\xff rest"sv)).count(1, "baskets"), Error);
  CHECK_THROWS_AS(ByteCursor(of("\x7f\xff\xff\xff rest"sv)).count(std::numeric_limits<std::size_t>::max(), "x"), Error);
  CHECK(ByteCursor(of("\0\0\0\0"sv)).count(8, "baskets") == 0);
}
