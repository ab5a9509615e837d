#include "ramet/frame/internal/run/losses.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using frame::LostEntries;

namespace {

std::string text_of(const std::vector<EntryRange>& ranges) {
  std::string text;
  for (const EntryRange& range : ranges) text += fmt::format("{}-{} ", range.first.number, range.last.number);
  return text;
}

std::vector<LostEntries> lost(const std::vector<EntryRange>& ranges) {
  std::vector<LostEntries> all;
  for (const EntryRange& range : ranges) all.push_back({range, "damage"});
  return all;
}

}  // namespace

TEST_CASE("what was lost is taken out of ranges") {
  using frame::internal::without;
  const std::vector<EntryRange> ranges = {{{0}, {10}}, {{20}, {30}}};
  CHECK(text_of(without(ranges, {})) == "0-10 20-30 ");
  CHECK(text_of(without(ranges, lost({{{0}, {1}}, {{4}, {6}}, {{9}, {21}}}))) == "1-4 6-9 21-30 ");
  CHECK(text_of(without(ranges, lost({{{5}, {25}}}))) == "0-5 25-30 ");
  CHECK(text_of(without(ranges, lost({{{0}, {30}}}))) == "");
  CHECK(text_of(without(ranges, lost({{{12}, {15}}}))) == "0-10 20-30 ");
}

TEST_CASE("neighbours that were lost for one reason are one range") {
  std::vector<LostEntries> all = {{{{8}, {9}}, "b"}, {{{4}, {8}}, "a"}, {{{0}, {4}}, "a"}, {{{20}, {21}}, "b"}};
  frame::internal::join_neighbours(all);
  REQUIRE(all.size() == 3);
  CHECK(all[0].entries == EntryRange{{0}, {8}});
  CHECK(all[1].entries == EntryRange{{8}, {9}});
  CHECK(all[2].entries == EntryRange{{20}, {21}});
}
