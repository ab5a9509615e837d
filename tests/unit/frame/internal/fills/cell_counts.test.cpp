#include "ramet/frame/internal/fills/cell_counts.hpp"

#include <vector>

#include <doctest/doctest.h>

using ramet::frame::internal::CellCounts;

TEST_CASE("counts are added to those of all cells, also in a last page that is not full") {
  CellCounts counts(200);
  const std::uint64_t first[] = {0, 63, 64, 199, 64};
  const std::uint64_t second[] = {199, 0};
  counts.add(first);
  counts.add(second);
  std::vector<double> all(200, 1);
  counts.add_to(all);
  std::vector<double> expected(200, 1);
  expected[0] = 3;
  expected[63] = 2;
  expected[64] = 3;
  expected[199] = 3;
  CHECK(all == expected);
  CellCounts(1000).add_to(all);
  CHECK(all == expected);
}

TEST_CASE("cells may have many counts") {
  CellCounts counts(100);
  for (const std::size_t count : {255, 256, 1000}) counts.add(std::vector<std::uint64_t>(count, 70 + count % 3));
  std::vector<double> all(100);
  counts.add_to(all);
  CHECK(all[70] == 255);
  CHECK(all[71] == 1256);
}
