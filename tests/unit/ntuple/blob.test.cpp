#include "ramet/ntuple/blob.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::BlobReader;
using ntuple::FrameCursor;

namespace {

std::shared_ptr<const io::ByteSource> source_of(std::string_view text) {
  return io::source_of(sample::copy_of(std::as_bytes(std::span(text))), "blobs");
}

std::string read(const BlobReader& blobs, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  blobs.read(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

TEST_CASE("a locator is a size and an offset, both of eight bytes in a large one") {
  sample::FrameWriter writer;
  writer.write(std::uint32_t{100});
  writer.write(std::uint64_t{7});
  writer.write(std::uint16_t{24});
  writer.write(std::uint8_t{0});
  writer.write(std::uint8_t{0x81});
  writer.write(std::uint64_t{1} << 40);
  writer.write(std::uint64_t{8});
  writer.write(std::uint32_t{0});  // of a newer version
  FrameCursor cursor(writer.span());
  const auto small = ntuple::read_locator(cursor);
  CHECK(small.size == 100);
  CHECK(small.offset == 7);
  const auto large = ntuple::read_locator(cursor);
  CHECK(large.size == std::uint64_t{1} << 40);
  CHECK(large.offset == 8);
  CHECK(cursor.remaining() == 0);
}

TEST_CASE("locators of other stores are refused, and those shorter than themselves corrupt") {
  const auto kind_of = [](std::uint16_t size, std::uint8_t type) {
    sample::FrameWriter writer;
    writer.write(size);
    writer.write(std::uint8_t{0});
    writer.write(type);
    for (int i = 0; i < 4; ++i) writer.write(std::uint64_t{0});
    FrameCursor cursor(writer.span());
    try {
      ntuple::read_locator(cursor);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::misuse;
  };
  CHECK(kind_of(20, 0x82) == ErrorKind::unsupported);
  CHECK(kind_of(3, 0x81) == ErrorKind::corrupt);
  CHECK(kind_of(19, 0x81) == ErrorKind::corrupt);
  CHECK(kind_of(200, 0x81) == ErrorKind::corrupt);
}

TEST_CASE("a link is a size and a locator") {
  sample::FrameWriter writer;
  writer.write(std::uint64_t{500});
  writer.write(std::uint32_t{100});
  writer.write(std::uint64_t{7});
  FrameCursor cursor(writer.span());
  const auto link = ntuple::read_envelope_link(cursor);
  CHECK(link.unpacked_size == 500);
  CHECK(link.locator.offset == 7);
}

TEST_CASE("a blob of more bytes than a record has is put together from several") {
  // Records of at most 32 bytes: 70 bytes are in 3, the first of which ends with the places of the other two.
  std::string text(200, '.');
  const std::string blob = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/!?";
  text.replace(10, 16, blob.substr(0, 16));
  const std::uint64_t places[] = {150, 60};
  text.replace(26, 16, std::string(reinterpret_cast<const char*>(places), 16));
  text.replace(150, 32, blob.substr(16, 32));
  text.replace(60, blob.size() - 48, blob.substr(48));
  const auto source = source_of(text);
  const BlobReader blobs(*source, 32);
  CHECK(blobs.is_whole(32));
  CHECK_FALSE(blobs.is_whole(33));
  CHECK(read(blobs, 10, blob.size()) == blob);
  CHECK(read(blobs, 150, 32) == blob.substr(16, 32));
  CHECK(read(BlobReader(*source, 0), 0, 200) == text);
}

TEST_CASE("blobs that are not all in the source are corrupt") {
  const auto source = source_of(std::string(200, '\xff'));
  const BlobReader blobs(*source, 32);
  CHECK_NOTHROW(blobs.require({168, 32}));
  CHECK_THROWS_AS(blobs.require({169, 32}), Error);
  CHECK_THROWS_AS(blobs.require({169, 64}), Error);
  CHECK_THROWS_AS(blobs.require({0, 201}), Error);
  CHECK_THROWS_AS(read(blobs, 0, 70), Error);   // places are past the end
  CHECK_THROWS_AS(read(blobs, 0, 150), Error);  // more places than a record has room for
}
