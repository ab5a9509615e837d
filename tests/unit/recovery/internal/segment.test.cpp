#include "ramet/recovery/internal/segment.hpp"

#include <doctest/doctest.h>

using namespace ramet::recovery::internal;

namespace {

Segment segment(std::uint64_t position, std::uint64_t sequence, std::uint64_t ordinal, bool has_mark = true) {
  Segment made;
  made.sequence = sequence;
  made.ordinal = ordinal;
  made.has_mark = has_mark;
  Part part;
  part.pieces.push_back({1, position + 50, 10});
  part.pieces.push_back({1, position, 10});
  made.parts.push_back(part);
  return made;
}

std::vector<std::uint64_t> positions(const std::vector<Segment>& segments) {
  std::vector<std::uint64_t> all;
  for (const Segment& one : segments) all.push_back(one.position());
  return all;
}

}  // namespace

TEST_CASE("segments: found ones are inserted by their marks if saved ones are in that order") {
  const auto all = in_order({segment(100, 0, 0), segment(300, 1, 0)}, {segment(500, 1, 1), segment(700, 0, 1)});
  CHECK(positions(all) == std::vector<std::uint64_t>{100, 700, 300, 500});
}

TEST_CASE("segments: found ones follow by position if saved ones are in another order or without marks") {
  const std::vector<std::uint64_t> as_they_lie = {300, 100, 500, 700};
  CHECK(positions(in_order({segment(300, 1, 0), segment(100, 0, 0)}, {segment(700, 0, 1), segment(500, 1, 1)})) ==
        as_they_lie);
  CHECK(positions(in_order({segment(300, 0, 0, false), segment(100, 0, 0, false)},
                           {segment(700, 0, 1), segment(500, 1, 1)})) == as_they_lie);
}

TEST_CASE("segments: found ones are ordered by their marks if there are no saved ones") {
  CHECK(positions(in_order({}, {segment(100, 1, 0), segment(300, 0, 1), segment(500, 0, 0)})) ==
        std::vector<std::uint64_t>{500, 300, 100});
}
