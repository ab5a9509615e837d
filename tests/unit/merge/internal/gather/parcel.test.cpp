#include "ramet/merge/internal/gather/parcel.hpp"

#include "unit/merge/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

ParcelRun run_of_three() {
  ParcelRun run;
  for (const std::int64_t first : {0, 3, 6}) {
    ParcelRun more;
    more.parcels.push_back(
        {.place = {}, .entries = 3, .bytes = 24, .columns = sample::counting(first, 3), .memory = {}});
    more.entries = 3;
    more.bytes = 24;
    run.append(std::move(more));
  }
  return run;
}

}  // namespace

TEST_CASE("parcel: a run's columns are joined in order, and joining again changes nothing") {
  ParcelRun run = run_of_three();
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

TEST_CASE("parcel: a run is split behind some of its parcels") {
  ParcelRun run = run_of_three();
  ParcelRun rest = run.split(1);
  CHECK(run.parcels.size() == 1);
  CHECK(run.entries == 3);
  CHECK(run.bytes == 24);
  CHECK(rest.entries == 6);
  CHECK(rest.bytes == 48);
  CHECK(sample::is_same(join_columns(rest)[0], sample::counting(3, 6)[0]));
  CHECK(rest.split(2).empty());
}

TEST_CASE("parcel: what has been joined is not split, since the first parcel has the rows") {
  ParcelRun run = run_of_three();
  join_columns(run);
  CHECK(run.split(1).empty());
  CHECK(run.entries == 9);
  CHECK(sample::is_same(join_columns(run)[0], sample::counting(0, 9)[0]));
}
