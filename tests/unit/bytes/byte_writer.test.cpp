#include "ramet/bytes/byte_writer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using bytes::ByteCursor;
using bytes::ByteWriter;

namespace {

using namespace std::string_view_literals;

std::string_view text_of(const ByteWriter& writer) {
  return {reinterpret_cast<const char*>(writer.span().data()), writer.size()};
}

}  // namespace

TEST_CASE("values are appended big-endian") {
  ByteWriter writer;
  writer.write(std::uint16_t{0x4142});
  writer.write(std::int32_t{0x43444546});
  writer.write('G');
  writer.write(1.0F);
  writer.append("text"sv);
  writer.append(std::as_bytes(std::span("!?"sv)));
  writer.zeros(2);
  writer.zeros(0);
  CHECK(text_of(writer) == "ABCDEFG\x3f\x80\0\0text!?\0\0"sv);
}

TEST_CASE("a number written before is written over, and nothing beside it") {
  ByteWriter writer;
  writer.append("abcdefgh"sv);
  writer.patch(2, std::uint32_t{0x31323334});
  CHECK(text_of(writer) == "ab1234gh");
  writer.patch(6, std::uint16_t{0x3536});
  CHECK(text_of(writer) == "ab123456");
}

TEST_CASE("a string of fewer than 255 bytes has one byte of length, others five") {
  for (const std::size_t size : {0U, 1U, 254U, 255U, 256U, 70000U}) {
    CAPTURE(size);
    const std::string text(size, 'x');
    ByteWriter writer;
    writer.string(text);
    CHECK(writer.size() == size + (size < 255 ? 1 : 5));
    CHECK(ByteCursor(writer.span()).string() == text);
  }
}

TEST_CASE("a string that the format cannot hold is refused before it is touched") {
  ByteWriter writer;
  const std::string_view long_text("x", std::size_t{1} << 31);  // its bytes are not there, so nobody may look at them
  CHECK_THROWS_WITH_AS(writer.string(long_text),
                       "a string of 2147483648 bytes is too long for the format, which allows 2147483647", Error);
  CHECK(writer.size() == 0);
}

TEST_CASE("a writer gives its buffer away") {
  ByteWriter writer;
  writer.write(std::uint64_t{1});
  const bytes::Buffer buffer = std::move(writer).take();
  CHECK(buffer.size() == 8);
  CHECK(buffer.data()[7] == std::byte{1});
}
