#include "ramet/ntuple/detail/frame_writer.hpp"

#include <doctest/doctest.h>

#include "ramet/ntuple/frame_cursor.hpp"

using namespace ramet;

TEST_CASE("frames are read as they were written, and stepped over as wholes") {
  ntuple::FrameWriter writer;
  writer.write(std::uint16_t{7});
  writer.record([&] {
    writer.string("text");
    writer.write(-1.5);
  });
  writer.list(2, [&] {
    for (const std::uint32_t item : {3U, 4U}) writer.write(item);
    writer.write(std::uint8_t{99});  // behind the items, but in the frame
  });
  writer.write(std::int64_t{-2});

  ntuple::FrameCursor cursor(writer.span());
  CHECK(cursor.read<std::uint16_t>() == 7);
  ntuple::FrameCursor record = cursor.record();
  CHECK(record.string() == "text");
  CHECK(record.read<double>() == -1.5);
  CHECK(record.remaining() == 0);
  ntuple::ListFrame list = cursor.list(4);
  CHECK(list.count == 2);
  CHECK(list.items.read<std::uint32_t>() == 3);
  CHECK(list.items.read<std::uint32_t>() == 4);
  CHECK(list.items.remaining() == 1);
  CHECK(cursor.read<std::int64_t>() == -2);
  CHECK(cursor.remaining() == 0);
}
