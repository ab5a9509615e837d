#include "ramet/merge/internal/gather/parcel.hpp"

#include "unit/merge/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("parcel: a run's columns are joined in order, and joining again changes nothing") {
  ParcelRun run;
  for (const std::int64_t first : {0, 3, 6}) {
    ParcelRun more;
    more.parcels.push_back(
        {.place = {}, .entries = 3, .bytes = 24, .columns = sample::counting(first, 3), .memory = {}});
    more.entries = 3;
    more.bytes = 24;
    run.append(std::move(more));
  }
  CHECK(run.entries == 9);
  CHECK(run.bytes == 72);
  for (int time = 0; time < 2; ++time) {
    const auto columns = join_columns(run);
    REQUIRE(columns.size() == 1);
    CHECK(sample::is_same(columns[0], sample::counting(0, 9)[0]));
    CHECK(run.parcels.size() == 3);
  }
}

TEST_CASE("parcel: rows in the middle of columns are appended") {
  auto to = sample::counting(0, 2);
  append_rows(to, sample::counting(0, 10), 2, 5);
  CHECK(sample::is_same(to[0], sample::counting(0, 5)[0]));
}
