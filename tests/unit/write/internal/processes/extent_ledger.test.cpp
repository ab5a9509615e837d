#include "ramet/write/internal/processes/extent_ledger.hpp"

#include <doctest/doctest.h>

using ramet::io::Extent;
using ramet::write::internal::ExtentLedger;

TEST_CASE("extent ledger: holes are the extents that were not noted, in any order") {
  ExtentLedger ledger(100);
  CHECK(ledger.note({150, 10}));
  CHECK(ledger.note({100, 20}));
  CHECK(ledger.note({160, 5}));
  CHECK(ledger.note({300, 1}));
  CHECK(ledger.note({130, 10}));
  const auto holes = ledger.note_holes(310);
  REQUIRE(holes.size() == 4);
  const Extent wanted[] = {{120, 10}, {140, 10}, {165, 135}, {301, 9}};
  for (std::size_t hole = 0; hole < holes.size(); ++hole) {
    CAPTURE(hole);
    CHECK(holes[hole].offset == wanted[hole].offset);
    CHECK(holes[hole].size == wanted[hole].size);
  }
  CHECK(ledger.note_holes(310).empty());
  CHECK(ledger.note({310, 5}));
}

TEST_CASE("extent ledger: extents that overlap noted ones, or are outside the shared space, are refused") {
  ExtentLedger ledger(100);
  REQUIRE(ledger.note({200, 50}));
  const Extent wrong[] = {{200, 50}, {199, 2},  {249, 1},   {210, 5},    {100, 101},
                          {99, 1},   {0, 1000}, {~0ULL, 1}, {300, ~0ULL}};
  for (const Extent extent : wrong) {
    CAPTURE(extent.offset);
    CHECK_FALSE(ledger.note(extent));
  }
  CHECK(ledger.note({250, 0}));
  CHECK(ledger.note({199, 1}));
  CHECK(ledger.note({250, 1}));
}
