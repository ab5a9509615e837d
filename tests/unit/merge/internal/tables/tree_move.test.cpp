#include "ramet/merge/internal/tables/tree_move.hpp"

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("tree move: clusters stay as they were, one input after the other, and baskets are not unpacked") {
  sample::Inputs files;
  const auto columns = sample::entries_of(150);
  for (const auto& [first, last] : {std::pair{0, 70}, {70, 150}})
    files.add([&, first = first, last = last](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, last);
    });
  merge::MergeOptions options;
  options.tables.gather = merge::Gather::never;
  const merge::MergeReport report = files.merged(options);
  REQUIRE(report.is_written);
  CHECK(report.plan.objects.at(0).way == merge::Way::move);
  const auto reader = files.result()->tree("Events");
  std::vector<std::uint64_t> sizes;
  for (std::size_t cluster = 0; cluster < reader->tree().cluster_count(); ++cluster)
    sizes.push_back(reader->tree().cluster({cluster}).size());
  CHECK(sizes == std::vector<std::uint64_t>{40, 30, 40, 40});
  std::int64_t bytes = 0;
  for (const std::string& path : files.paths())
    bytes += files.session().open(std::filesystem::path(path))->tree("Events")->tree().zip_bytes;
  CHECK(reader->tree().zip_bytes == bytes);
}

TEST_CASE("tree move: counters keep the largest number of all inputs") {
  sample::Inputs files;
  for (const int longest : {3, 9, 2})
    files.add([&](write::ParallelWriter& writer) {
      write::TableWriter table = writer.add_table(sample::schema_of({"var * float32"}));
      write::FillContext context = table.context();
      context.extend(std::vector{sample::column_of<std::vector<float>>({std::vector<float>(longest)})});
      context.close();
    });
  REQUIRE(files.merged().is_written);
  std::int64_t maximum = 0;
  const auto reader = files.result()->tree("Events");
  for (const tree::NamedBranch& named : all_branches(reader->tree()))
    for (const tree::Leaf& leaf : named.branch->leaves)
      if (leaf.is_range) maximum = std::max(maximum, leaf.maximum);
  CHECK(maximum == 9);
}

TEST_CASE("tree move: beyond 2 GB and 100 GB baskets with small heads get big ones") {
  sample::Inputs files;
  const auto columns = sample::entries_of(150);
  for (const auto& [first, last] : {std::pair{0, 70}, {70, 150}})
    files.add([&, first = first, last = last](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, last);
    });
  for (const std::uint64_t place : {std::uint64_t{2'100'000'000}, std::uint64_t{101'000'000'000}}) {
    const auto file = sample::written_far(files, place, merge::Way::move);
    CHECK(file->tree("Events")->tree().branches[0].baskets.location({0}).seek > place);
    CHECK(sample::is_same(sample::all_entries(files.session(), *file, "Events"), columns));
  }
}

TEST_CASE("tree move: with other compression baskets are packed anew, and clusters stay as they were") {
  sample::Inputs files;
  const auto columns = sample::entries_of(150);
  for (const auto& [first, last] : {std::pair{0, 70}, {70, 150}})
    files.add([&, first = first, last = last](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, last);
    });
  std::vector<std::int64_t> bytes;
  for (const int code : {505, 0, 101}) {
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
    options.compression = compression::Settings::from_code(code);
    options.tables = {.on_other_compression = merge::OnOtherCompression::pack_anew, .gather = merge::Gather::never};
    const merge::MergeReport report = files.merged(options);
    REQUIRE(report.is_written);
    CHECK(report.plan.objects.at(0).way == (code == 505 ? merge::Way::move : merge::Way::pack));
    const auto reader = files.result()->tree("Events");
    CHECK(reader->tree().cluster_count() == 4);
    bytes.push_back(reader->tree().zip_bytes);
    CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
  }
  CHECK(bytes[1] > bytes[0]);
  CHECK(bytes[2] < bytes[1]);
}
