#include "ramet/recovery/internal/tree_salvage.hpp"

#include "../sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

namespace {

SalvagedTree salvaged(const std::shared_ptr<const io::ByteSource>& source) {
  const sample::SerialSession serial;
  sample::CheckTools tools;
  const Survey survey = survey_file(serial.session, source, tools.allowance, {});
  for (const FoundKey& found : survey.tables)
    if (found.key.name == "Events") {
      SalvagedTree tree = find_tree(survey, found, survey.file);
      check_baskets(*source, tree, tools.aids);
      return tree;
    }
  detail::fail(ErrorKind::not_found, "no tree");
}

/// The file without marks, as of other writers.
std::shared_ptr<const io::ByteSource> without_marks(const sample::Disk& disk) {
  auto contents = disk->contents();
  for (std::size_t at = 0; at + 8 < contents.size(); ++at)
    if (std::memcmp(contents.data() + at, "\7cluster", 8) == 0) contents.data()[at + 1] = std::byte{'k'};
  return io::source_of(std::move(contents), "unmarked.root");
}

}  // namespace

TEST_CASE("tree salvage: clusters are found by their marks, and without marks by the baskets that follow") {
  const auto killed = sample::killed_file();
  for (const auto& source : {sample::source_of(killed), without_marks(killed)}) {
    const SalvagedTree tree = salvaged(source);
    REQUIRE(tree.segments.size() == 5);
    std::uint64_t saved = 0;
    for (const Segment& segment : tree.segments) {
      CHECK(segment.damage.empty());
      CHECK(segment.entries == 10);
      saved += segment.is_saved ? segment.entries : 0;
    }
    CHECK(saved == 20);
    const tree::TreeContents contents = contents_of(tree);
    CHECK(contents.entries == 50);
    CHECK(contents.branches.at(0).baskets.size() == 5);
  }
}

TEST_CASE("tree salvage: a segment with a damaged basket has the reason, and is left out") {
  const auto killed = sample::killed_file();
  const std::uint64_t basket = salvaged(sample::source_of(killed)).segments[3].position();
  const SalvagedTree tree = salvaged(sample::changed(killed, basket + 80, {1, 2, 3, 4}));
  REQUIRE(tree.segments.size() == 5);
  CHECK_FALSE(tree.segments[3].damage.empty());
  CHECK(contents_of(tree).entries == 40);
}
