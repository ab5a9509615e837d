#include "ramet/merge/internal/table_cuts.hpp"

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("table cuts: a table is cut where clusters begin, an input below the size stays whole") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    const auto columns = sample::entries_of(400);
    files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 20, format); });
    files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 400, format); });
    const sample::Decided decided(files);
    const auto parts = decided.catalogue.objects.at(0).parts();
    const std::uint64_t most = parts[0].bytes + parts[0].occurrence.record_size;
    const TableCuts cuts(decided.inputs, decided.decisions, {.max_size = most});
    CHECK(cuts.slices_of(0) == 1);
    REQUIRE(cuts.slices_of(1) > 10);
    std::uint64_t end = 0;
    for (std::size_t slice = 0; slice < cuts.slices_of(1); ++slice) {
      const EntryRange entries = cuts.entries(parts[1], {1, slice}, {1, slice + 1});
      if (entries.empty()) continue;
      CHECK(entries.first.number == end);
      CHECK(end % 40 == 0);
      end = entries.last.number;
    }
    CHECK(end == 400);
    CHECK(cuts.entries(parts[0], {}, {1, 3}).size() == 20);
    CHECK(cuts.entries(parts[1], {}, {1, 0}).empty());
  }
}

TEST_CASE("table cuts: a large input is split at clusters into files that have its entries in order") {
  const auto columns = sample::entries_of(500);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    for (const merge::Gather gather : {merge::Gather::never, merge::Gather::always}) {
      sample::Inputs files;
      for (const auto& [first, last] : {std::pair{0, 30}, {30, 480}, {480, 500}})
        files.add([&, first = first, last = last](write::ParallelWriter& writer) {
          sample::put_entries(writer, columns, first, last, format);
        });
      merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = merge::Verify::values};
      options.max_size = std::filesystem::file_size(files.paths()[1]) / 3;
      options.tables.gather = gather;
      if (gather == merge::Gather::always) options.tables.cluster_bytes = 4000;
      const merge::MergeReport report = files.merged(options);
      REQUIRE(report.is_written);
      REQUIRE(report.plan.files.size() >= 3);
      std::size_t begin = 0;
      for (const merge::OutputFile& output : report.plan.files) {
        const auto file = files.session().open(std::filesystem::path(output.path));
        const std::size_t end = begin + output.tables.at(0).entries;
        CHECK(sample::is_same(sample::all_entries(files.session(), *file, "Events"),
                              sample::slices(columns, begin, end)));
        begin = end;
      }
      CHECK(begin == 500);
    }
  }
}

TEST_CASE("table cuts: a table without entries is in the first file of one that is split") {
  const auto columns = sample::entries_of(400);
  sample::Inputs files;
  files.add([&](write::ParallelWriter& writer) {
    sample::put_entries(writer, columns, 0, 400);
    sample::put_entries(writer, columns, 0, 0, write::Format::ttree, "none");
  });
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = merge::Verify::values};
  options.max_size = std::filesystem::file_size(files.paths()[0]) / 3;
  const merge::MergeReport report = files.merged(options);
  REQUIRE(report.is_written);
  REQUIRE(report.plan.files.size() >= 3);
  CHECK(report.plan.files.size() <= 5);
  std::size_t with_empty = 0;
  for (const merge::OutputFile& output : report.plan.files) {
    CHECK(output.bytes < 2 * *options.max_size);
    const bool has_empty = output.tables.size() == 2;
    CHECK(has_empty == (output.path == report.plan.files.front().path));
    with_empty += has_empty ? 1 : 0;
  }
  CHECK(with_empty == 1);
}
