#include "ramet/merge/internal/tables/table_join.hpp"

#include "unit/io/bytes_of.hpp"
#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("table join: a file of large clusters beside small ones is moved, and these are gathered around it") {
  sample::Inputs files;
  const auto columns = sample::add_healthy_and_small(files);
  merge::MergeOptions options = sample::with_clusters_of_1_mb();
  options.verify = merge::Verify::values;
  const merge::MergeReport report = files.merged(options);
  REQUIRE(report.is_written);
  for (const merge::PlannedObject& object : report.plan.objects) {
    CAPTURE(object.path);
    REQUIRE(object.runs.size() == 3);
    CHECK(object.way == merge::Way::move);
    CHECK(object.runs[0].way == merge::Way::gather);
    CHECK(object.runs[1].way == merge::Way::move);
    CHECK(object.runs[1].input == 4);
    CHECK(object.runs[1].entries == sample::healthy_entries);
    CHECK(object.runs[2].way == merge::Way::gather);
    CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), object.path), columns));
  }
  const auto ntuple = files.result()->ntuple("ntuples/Events");
  const std::uint64_t last = sample::healthy_entries + 240;
  CHECK(ntuple->cluster_starts() == std::vector<std::uint64_t>{0, 240, last, last + 180});
  const auto tree = files.result()->tree("Events");
  REQUIRE(tree->tree().cluster_count() == 3);
  CHECK(tree->tree().cluster({1}).first.number == 240);
  const auto healthy = files.session().open(std::filesystem::path(files.paths()[4]))->tree("Events");
  for (const tree::NamedBranch& named : all_branches(tree->tree())) {
    const tree::Branch& before = healthy->tree().at(named.path);
    REQUIRE(basket_count(*named.branch) == basket_count(before) + 2);
    for (std::size_t basket = 0; basket < basket_count(before); ++basket)
      CHECK(named.branch->baskets.location({basket + 1}).record_size == before.baskets.location({basket}).record_size);
  }
}

TEST_CASE("table join: with runs of several ways the bytes do not depend on the number of threads") {
  std::vector<std::string> made;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    sample::Inputs files(threads);
    sample::add_healthy_and_small(files);
    merge::MergeOptions options = sample::with_clusters_of_1_mb();
    options.reproducible = true;
    REQUIRE(files.merged(options).is_written);
    made.push_back(read_file(files.path("merged.root")));
  }
  CHECK((made[0] == made[1] && made[1] == made[2]));
}

TEST_CASE("table join: runs of several ways are split into several files, too") {
  sample::Inputs files;
  const auto columns = sample::add_healthy_and_small(files);
  merge::MergeOptions options = sample::with_clusters_of_1_mb();
  options.verify = merge::Verify::bytes;
  options.max_size = 1'000'000;
  const merge::MergeReport report = files.merged(options);
  REQUIRE(report.is_written);
  CHECK(report.plan.files.size() > 1);
  std::uint64_t entries = 0;
  for (const merge::OutputFile& file : report.plan.files)
    for (const merge::OutputTable& table : file.tables)
      if (table.path == "Events") entries += table.entries;
  CHECK(entries == columns.front().length());
}
