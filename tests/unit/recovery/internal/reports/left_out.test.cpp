#include "ramet/recovery/internal/reports/left_out.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery;
using internal::LeftOut;
using internal::Segment;

namespace {

std::vector<Segment> segments_of(std::initializer_list<std::uint64_t> entries) {
  std::vector<Segment> segments;
  for (const std::uint64_t count : entries) segments.push_back({.entries = count});
  return segments;
}

}  // namespace

TEST_CASE("left out: unreadable entries are mapped to the segments that were written") {
  std::vector<Segment> segments = segments_of({10, 20, 30, 40});
  segments[1].damage = "broken before";
  LeftOut left_out;
  left_out.wrote("a/Events", 5, segments);
  CHECK(left_out.add({{"a/Events/x", "strange", {{10}, {11}}}}));
  left_out.mark("a/Events", segments);
  CHECK(segments[0].damage.empty());
  CHECK(segments[1].damage == "broken before");
  CHECK(segments[2].damage == "cannot be read: strange");
  CHECK(segments[3].damage.empty());
  CHECK(left_out.reason_for("a/Events", 5).empty());
}

TEST_CASE("left out: a finding about a table leaves out its record, and one about an object leaves out that") {
  LeftOut left_out;
  left_out.wrote("Events", 5, segments_of({10}));
  left_out.wrote("EventsToo", 6, segments_of({10}));
  left_out.wrote("h", 7, "h;2");
  CHECK(left_out.add({{"Events/x", "it has no baskets", {}}, {"h;2", "cut", {}}}));
  CHECK(left_out.reason_for("Events", 5) == "cannot be read: it has no baskets");
  CHECK(left_out.reason_for("Events", 50).empty());
  CHECK(left_out.reason_for("EventsToo", 6).empty());
  CHECK(left_out.reason_for("h", 7) == "cannot be read: cut");
}

TEST_CASE("left out: a table is found by the path before any slash of a place, and many findings take no time") {
  constexpr std::size_t count = 50'000;
  LeftOut left_out;
  std::vector<Segment> segments(count, Segment{.entries = 2});
  left_out.wrote("a/b", 5, segments);
  for (std::size_t table = 0; table < 1000; ++table) left_out.wrote("t" + std::to_string(table), 6, segments_of({10}));
  std::vector<Finding> damage;
  for (std::uint64_t entry = 0; entry < 2 * count; entry += 4)
    damage.push_back({"a/b/group/x", "strange", {{entry}, {entry + 1}}});
  CHECK(left_out.add(damage));
  left_out.mark("a/b", segments);
  CHECK_FALSE(segments[0].damage.empty());
  CHECK(segments[1].damage.empty());
  CHECK_FALSE(segments[count - 2].damage.empty());
}

TEST_CASE("left out: findings about other places, or about parts that were left out before, change nothing") {
  LeftOut left_out;
  CHECK_FALSE(left_out.add({{"", "header", {}}, {"Events/x", "strange", {{0}, {1}}}}));
  for (const bool is_new : {true, false}) {
    left_out.wrote("Events", 5, segments_of({10}));
    CHECK(left_out.add({{"Events/x", "strange", {{0}, {1}}}}) == is_new);
  }
}
