#include "ramet/merge/internal/tables/ntuple_gather.hpp"

#include <fstream>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::Gather;

namespace {

void add_files(sample::Inputs& files, const std::vector<array::Array>& columns, std::size_t step) {
  for (std::size_t first = 0; first < columns.front().length(); first += step)
    files.add([&](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, std::min(first + step, columns.front().length()),
                          write::Format::rntuple);
    });
}

}  // namespace

TEST_CASE("ntuple gather: by default small clusters become one, whose pages have the values of all") {
  sample::Inputs files;
  const auto columns = sample::entries_of(310);
  add_files(files, columns, 3);
  const merge::MergeReport report = files.merged();
  REQUIRE(report.is_written);
  CHECK(report.plan.objects.at(0).way == merge::Way::gather);
  const auto reader = files.result()->ntuple("Events");
  CHECK(reader->cluster_starts() == std::vector<std::uint64_t>{0, 310});
  CHECK(reader->page_totals().pages == reader->ntuple().schema.columns.size());
  CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
}

TEST_CASE("ntuple gather: clusters have about the wished size, with other compression each stays as it is") {
  sample::Inputs files;
  const auto columns = sample::entries_of(400);
  add_files(files, columns, 200);
  const auto clusters_for = [&](merge::TableOptions tables, int code) {
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
    options.tables = tables;
    options.compression = compression::Settings::from_code(code);
    REQUIRE(files.merged(options).is_written);
    CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
    return files.result()->ntuple("Events")->ntuple().cluster_count();
  };
  CHECK(clusters_for({.gather = Gather::never}, 505) == 10);
  const std::uint64_t some = clusters_for({.gather = Gather::always, .cluster_bytes = 8000}, 505);
  CHECK((some > 1 && some < 10));
  const auto anew = merge::OnOtherCompression::pack_anew;
  CHECK(clusters_for({.on_other_compression = anew, .gather = Gather::never}, 101) == 10);
  const auto small = files.result()->ntuple("Events")->page_totals();
  CHECK(clusters_for({.on_other_compression = anew, .gather = Gather::never}, 0) == 10);
  const auto large = files.result()->ntuple("Events")->page_totals();
  CHECK(small.compressed_bytes < large.compressed_bytes);
  CHECK(large.compressed_bytes == large.uncompressed_bytes);
}

TEST_CASE("ntuple gather: the bytes do not depend on the number of threads") {
  const auto columns = sample::entries_of(300);
  std::vector<std::string> made;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    sample::Inputs files(threads);
    add_files(files, columns, 23);
    REQUIRE(files.merged({.on_existing = merge::OnExisting::replace, .reproducible = true}).is_written);
    std::ifstream file(files.path("merged.root"), std::ios::binary);
    made.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  CHECK(!made[0].empty());
  CHECK((made[0] == made[1] && made[1] == made[2]));
}
