#include "ramet/recovery/internal/limits/layouts_allowed.hpp"

#include "../../sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::recovery::internal;

TEST_CASE("layouts allowed: streamer infos count as work, and are not read if they need too much memory") {
  const auto reader = sample::open(sample::killed_file());
  REQUIRE_FALSE(reader->packed_streamer_infos().empty());
  Allowance enough(std::uint64_t{1} << 30, 0, 1000, 1);
  require_layouts_allowed(*reader, enough);
  CHECK(enough.work_done() > 1000);
  Allowance little(1000, 0, 1000, 1);
  CHECK_THROWS_WITH_AS(require_layouts_allowed(*reader, little),
                       doctest::Contains("streamer infos: not checked: it could need"), Error);
  CHECK(little.work_done() == 0);
}

TEST_CASE("layouts allowed: a file without streamer infos is allowed") {
  const auto reader = file::FileReader::open_without_layouts(sample::source_of(sample::killed_file()));
  Allowance nothing(0, 1, 0, 1);
  CHECK_NOTHROW(require_layouts_allowed(*reader, nothing));
}
