#include "ramet/file/record_area.hpp"

#include <memory>

#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/file/file_writer.hpp"

using namespace ramet;
using file::RecordArea;

TEST_CASE("record area: a file's area has its space, sink and dates") {
  const sample::Disk disk = sample::empty_disk();
  const auto writer = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.reproducible = true});
  const RecordArea& area = writer->area();
  CHECK(area.name() == writer->name());
  CHECK(area.date() == writer->date());
  CHECK(area.size() == writer->size());
  const io::Extent extent = area.take_extent(100);
  CHECK(extent.offset + 100 == writer->size());
  CHECK(writer->take_extent(1).offset == extent.offset + 100);
}

TEST_CASE("record area: heads are big from the first billion bytes on, and must be beyond two") {
  io::MemorySink sink;
  io::ExtentAllocator extents(100);
  const RecordArea area(sink, extents, false);
  CHECK_FALSE(area.needs_big_keys(0));
  CHECK(area.needs_big_keys(1'000'000'000));
  extents.take(1'000'000'000);
  CHECK(area.needs_big_keys(0));
  CHECK(RecordArea::fits_small_keys({1'000'000'000, 1'000'000'000}));
  CHECK_FALSE(RecordArea::fits_small_keys({1'000'000'000, 1'000'000'001}));
}
