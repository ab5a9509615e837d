#include "ramet/recovery/internal/checks/object_check.hpp"

#include "../../sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

TEST_CASE("object check: a histogram is read, and a damaged one is an error") {
  const auto disk = sample::killed_file(0);
  const sample::SerialSession serial;
  const auto file = serial.session.open(sample::source_of(disk));
  const file::Key key = file->reader().key("spectrum");
  check_object(*file, key);
  std::size_t found = 0;
  for (std::uint64_t at = key.seek; at < key.seek + key.record_size; at += 3) {
    CAPTURE(at);
    const auto damaged = serial.session.open(sample::changed(disk, at, {0x7f, 0x3f}));
    if (sample::error_of([&] { check_object(*damaged, key); }) != "none") ++found;
  }
  CHECK(found > 10);
}
