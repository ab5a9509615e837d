#include "ramet/merge/internal/tables/table_runs.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::merge;
using namespace ramet::merge::internal;

namespace {

constexpr std::uint64_t kilo = 1024;
constexpr std::uint64_t mega = kilo * kilo;

/// A part with a cluster of small baskets, as a file of a short job has.
TablePart small(std::uint64_t clusters = 1) {
  return {.occurrence = {},
          .entries = 100 * clusters,
          .clusters = clusters,
          .bytes = 20 * kilo * clusters,
          .uncompressed_bytes = 40 * kilo * clusters,
          .baskets = 10 * clusters,
          .small_baskets = 10 * clusters,
          .schema = nullptr,
          .index = "",
          .obstacle = ""};
}

/// A part with clusters of large baskets.
TablePart healthy(std::uint64_t clusters = 4) {
  return {.occurrence = {},
          .entries = 10'000 * clusters,
          .clusters = clusters,
          .bytes = 4 * mega * clusters,
          .uncompressed_bytes = 8 * mega * clusters,
          .baskets = 10 * clusters,
          .small_baskets = 2 * clusters,
          .schema = nullptr,
          .index = "",
          .obstacle = ""};
}

struct Divided {
  std::vector<TableRun> runs;
  std::vector<PlannedRun> planned;
};

Divided divided(std::vector<TablePart> parts, const MergeOptions& options = {}) {
  std::vector<const TablePart*> all;
  for (std::uint32_t input = 0; TablePart& part : parts) {
    part.occurrence.input = input++;
    all.push_back(&part);
  }
  Divided divided{runs_of(all, options), {}};
  divided.planned = planned_runs(all, divided.runs);
  return divided;
}

/// The ways with the numbers of their parts: "gather 3, move 1".
std::string text_of(const std::vector<TableRun>& runs) {
  std::string text;
  for (const TableRun& run : runs)
    text += (text.empty() ? "" : ", ") + std::string(to_string(run.way)) + " " + std::to_string(run.parts);
  return text;
}

}  // namespace

TEST_CASE("table runs: healthy parts are moved, runs of small ones beside them gathered, each with its reason") {
  const Divided found = divided({small(), small(), healthy(), healthy(), small(2)});
  CHECK(text_of(found.runs) == "gather 2, move 2, gather 1");
  CHECK(found.runs[0].reason == "20 of 20 baskets have fewer than 16 kB");
  CHECK(found.runs[1].reason == "baskets and clusters are large enough");
  REQUIRE(found.planned.size() == 3);
  CHECK(found.planned[1].input == 2);
  CHECK(found.planned[1].inputs == 2);
  CHECK(found.planned[1].entries == 80'000);
  CHECK(found.planned[1].clusters == 8);
  CHECK(found.planned[1].bytes == 32 * mega);
  CHECK(main_way(found.planned) == Way::move);
}

TEST_CASE("table runs: a small part without another beside it is moved") {
  const Divided found = divided({healthy(), small(), healthy()});
  CHECK(text_of(found.runs) == "move 1, move 1, move 1");
  CHECK(found.runs[1].reason == "a single small cluster, with none beside it to be joined");
}

TEST_CASE("table runs: healthy parts of less than a cluster do not divide a run, larger ones do") {
  CHECK(text_of(divided({small(), healthy(1), small()}).runs) == "gather 3");
  CHECK(text_of(divided({healthy(1), small(), small(), healthy(1)}).runs) == "move 1, gather 2, move 1");
  CHECK(text_of(divided({small(2), healthy(1), healthy(1), small(2)}).runs) == "gather 1, move 2, gather 1");
}

TEST_CASE("table runs: small clusters of large baskets are gathered, but not those that cannot double") {
  TablePart part = healthy(2);
  part.bytes = mega;
  part.uncompressed_bytes = 8 * mega;
  CHECK(divided({part}).runs.at(0).reason == "clusters of 524288 bytes, fewer than 1 MB");
  part.uncompressed_bytes = 16 * mega;
  const Divided found = divided({part});
  CHECK(text_of(found.runs) == "move 1");
  CHECK(found.runs[0].reason == "small, but the clusters would not become twice as large");
}

TEST_CASE("table runs: the options decide first, and obstacles and memory forbid") {
  MergeOptions options;
  options.tables.gather = Gather::never;
  CHECK(text_of(divided({small(), small(), healthy()}, options).runs) == "move 3");
  options.tables.gather = Gather::always;
  CHECK(text_of(divided({small(), healthy()}, options).runs) == "gather 2");
  options = {.max_memory = mega};
  const Divided little = divided({small(), small()}, options);
  CHECK(text_of(little.runs) == "move 2");
  CHECK(little.runs[0].reason == "small, but larger clusters would need more memory than allowed");
  TablePart part = small(3);
  part.obstacle = "field 'x' was added later";
  CHECK(divided({part}).runs.at(0).reason == part.obstacle);
}

TEST_CASE("table runs: only the parts of another compression are packed anew") {
  MergeOptions options;
  options.compression = ramet::compression::Settings::from_code(505);
  options.tables = {.on_other_compression = OnOtherCompression::pack_anew, .gather = Gather::never};
  TablePart same = healthy();
  same.compression = 505;
  TablePart other = healthy();
  other.compression = 101;
  const Divided found = divided({same, other, other, same}, options);
  CHECK(text_of(found.runs) == "move 1, pack 2, move 1");
  CHECK(found.runs[1].reason == "compression 101 instead of 505");
}
