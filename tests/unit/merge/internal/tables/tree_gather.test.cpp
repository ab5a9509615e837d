#include "ramet/merge/internal/tables/tree_gather.hpp"

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

#include "ramet/tree/basket.hpp"

using namespace ramet;
using merge::Gather;

namespace {

std::vector<std::uint64_t> cluster_sizes(const tree::Tree& tree) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
    sizes.push_back(tree.cluster({cluster}).size());
  return sizes;
}

}  // namespace

TEST_CASE("tree gather: by default small baskets of many files become one for each branch") {
  sample::Inputs files;
  const auto columns = sample::entries_of(310);
  sample::add_steps(files, columns, 30);
  const merge::MergeReport report = files.merged();
  REQUIRE(report.is_written);
  CHECK(report.plan.objects.at(0).way == merge::Way::gather);
  const auto reader = files.result()->tree("Events");
  CHECK(cluster_sizes(reader->tree()) == std::vector<std::uint64_t>{310});
  for (const tree::NamedBranch& named : all_branches(reader->tree())) CHECK(basket_count(*named.branch) == 1);
  CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
}

TEST_CASE("tree gather: clusters are made of whole ones, and have about the wished size") {
  sample::Inputs files;
  const auto columns = sample::entries_of(400);
  sample::add_steps(files, columns, 200);
  const auto sizes_for = [&](Gather gather, std::uint64_t bytes) {
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
    options.tables = {.gather = gather, .cluster_bytes = bytes};
    REQUIRE(files.merged(options).is_written);
    CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
    return cluster_sizes(files.result()->tree("Events")->tree());
  };
  CHECK(sizes_for(Gather::never, 1 << 20).size() == 10);
  CHECK(sizes_for(Gather::always, 1 << 20) == std::vector<std::uint64_t>{400});
  const std::vector<std::uint64_t> some = sizes_for(Gather::always, 8000);
  CHECK(some.size() > 1);
  CHECK(some.size() < 10);
  for (const std::uint64_t size : some) CHECK(size % 40 == 0);
  CHECK(sizes_for(Gather::always, 100).size() >= 10);  // large clusters are divided
}

TEST_CASE("tree gather: the bytes do not depend on the number of threads") {
  const std::vector<std::string> made = sample::bytes_by_threads(sample::entries_of(300), 23);
  REQUIRE(made.size() == 3);
  CHECK(!made[0].empty());
  CHECK((made[0] == made[1] && made[1] == made[2]));
}

TEST_CASE("tree gather: clusters that need more memory than allowed are refused") {
  sample::Inputs files;
  sample::add_steps(files, sample::entries_of(10), 10);
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .max_memory = 1 << 20};
  CHECK(files.merged(options).plan.objects.at(0).way == merge::Way::move);
  options.tables.gather = Gather::always;
  CHECK(sample::error_of([&] { files.merged(options); }).find("clusters of 16777216 bytes") != std::string::npos);
}

TEST_CASE("tree gather: beyond 2 GB and 100 GB baskets have big heads") {
  sample::Inputs files;
  const auto columns = sample::entries_of(150);
  sample::add_steps(files, columns, 70);
  for (const std::uint64_t place : {std::uint64_t{2'100'000'000}, std::uint64_t{101'000'000'000}}) {
    const auto file = sample::written_far(files, place, merge::Way::gather);
    CHECK(file->tree("Events")->tree().branches[0].baskets.location({0}).seek > place);
    CHECK(sample::is_same(sample::all_entries(files.session(), *file, "Events"), columns));
  }
}
