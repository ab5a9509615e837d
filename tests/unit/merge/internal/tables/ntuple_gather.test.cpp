#include "ramet/merge/internal/tables/ntuple_gather.hpp"

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::Gather;

TEST_CASE("ntuple gather: by default small clusters become one, whose pages have the values of all") {
  sample::Inputs files;
  const auto columns = sample::entries_of(310);
  sample::add_steps(files, columns, 3, write::Format::rntuple);
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
  sample::add_steps(files, columns, 200, write::Format::rntuple);
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
  const std::vector<std::string> made = sample::bytes_by_threads(sample::entries_of(300), 23, write::Format::rntuple);
  REQUIRE(made.size() == 3);
  CHECK(!made[0].empty());
  CHECK((made[0] == made[1] && made[1] == made[2]));
}
