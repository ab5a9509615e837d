#include "ramet/ntuple/frame_cursor.hpp"

#include <limits>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::FrameCursor;

TEST_CASE("numbers are little-endian, and a string has four bytes of length") {
  sample::FrameWriter writer;
  writer.write(std::uint32_t{0x01020304});
  writer.string("pt");
  CHECK(writer.span()[0] == std::byte{4});
  FrameCursor cursor(writer.span());
  CHECK(cursor.read<std::uint32_t>() == 0x01020304);
  CHECK(cursor.string() == "pt");
  CHECK(cursor.remaining() == 0);
  CHECK_THROWS_AS(cursor.read<std::uint8_t>(), Error);
}

TEST_CASE("a frame ends where it says, whatever is left in it") {
  sample::FrameWriter writer;
  writer.record([&] {
    writer.write(std::uint16_t{1});
    writer.write(std::uint64_t{2});  // of a newer version
  });
  writer.list(2, [&] {
    writer.write(std::uint16_t{3});
    writer.write(std::uint16_t{4});
  });
  writer.write(std::uint16_t{5});
  FrameCursor cursor(writer.span());
  FrameCursor record = cursor.record();
  CHECK(record.read<std::uint16_t>() == 1);
  CHECK(record.position() == 10);
  ntuple::ListFrame list = cursor.list(2);
  CHECK(list.count == 2);
  CHECK(list.items.read<std::uint16_t>() == 3);
  CHECK(cursor.read<std::uint16_t>() == 5);
}

TEST_CASE("frames that are too long, too short, or of the other kind are corrupt") {
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-20}, std::int64_t{41},
                                  std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    CAPTURE(size);
    sample::FrameWriter writer;
    writer.write(size);
    for (int i = 0; i < 4; ++i) writer.write(std::uint64_t{0});
    CHECK_THROWS_AS(FrameCursor(writer.span()).record(), Error);
    if (size != -20) CHECK_THROWS_AS(FrameCursor(writer.span()).list(1), Error);
  }
}

TEST_CASE("a list that claims more items than its bytes can be is corrupt") {
  sample::FrameWriter writer;
  writer.list(3, [&] { writer.write(std::uint32_t{0}); });
  CHECK(FrameCursor(writer.span()).list(1).count == 3);
  CHECK_THROWS_AS(FrameCursor(writer.span()).list(2), Error);
}
