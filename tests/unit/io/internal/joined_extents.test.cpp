#include "ramet/io/internal/joined_extents.hpp"

#include <vector>

#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet::io;

namespace {

constexpr ReadRunLimits close_by{.largest_gap = 2, .most_bytes = 10, .most_pieces = 3};

/// Nothing of it is in memory.
std::shared_ptr<const ByteSource> letters() {
  return std::make_shared<fault::FaultySource>(source_of(buffer_of("abcdefghijklmnopqrstuvwxyz"), "letters"),
                                               fault::SourceFaults{});
}

}  // namespace

TEST_CASE("joined extents: neighbours are a run, which knows its gaps and its extents") {
  const Extent extents[] = {{10, 2}, {0, 3}, {4, 2}, {0, 3}, {5, 2}};
  const JoinedExtents joined = join_extents(*letters(), extents, close_by);
  REQUIRE(joined.runs.size() == 2);
  CHECK(joined.extents == std::vector<Extent>{{0, 3}, {4, 2}, {5, 2}, {10, 2}});
  CHECK(joined.runs[0].extent == Extent{0, 7});
  CHECK(joined.runs[0].wanted == 6);
  CHECK(joined.runs[0].first == 0);
  CHECK(joined.runs[0].count == 3);
  CHECK(joined.runs[1].extent == Extent{10, 2});
  CHECK(joined.gap_bytes() == 1);
}

TEST_CASE("joined extents: runs keep to the limits of bytes and pieces") {
  const Extent bytes[] = {{0, 6}, {6, 6}};
  CHECK(join_extents(*letters(), bytes, close_by).runs.size() == 2);
  const Extent pieces[] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};
  CHECK(join_extents(*letters(), pieces, close_by).runs.size() == 2);
}

TEST_CASE("joined extents: what is empty, past the end or in memory is left out") {
  const Extent extents[] = {{3, 0}, {25, 2}, {90, 1}, {~std::uint64_t{0}, 2}};
  CHECK(join_extents(*letters(), extents, close_by).runs.empty());
  const Extent all[] = {{0, 26}};
  CHECK(join_extents(*source_of(buffer_of("abcdefghijklmnopqrstuvwxyz")), all, close_by).runs.empty());
}
