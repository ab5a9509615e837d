#include <filesystem>
#include <string>
#include <vector>

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

#include "ramet/io/byte_sink.hpp"

// Files that are mostly a hole, so that they take little of the disk.

using namespace ramet;

namespace {

/// A file of `gigabytes` or more, with the entries at its end.
void write_large(const std::filesystem::path& path, const std::vector<sample::Array>& columns, std::size_t first,
                 std::size_t last, std::uint64_t gigabytes, write::Format format) {
  sample::Inputs small;
  small.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, first, last, format); });
  sample::write_far(small, io::create_local(path), gigabytes * 1'000'000'000, merge::Way::move);
}

}  // namespace

TEST_CASE("large inputs: files of 2, 5 and 100 GB are merged, and only their contents are read") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const sample::Inputs files;
    const auto columns = sample::entries_of(150);
    std::vector<std::string> paths;
    std::size_t first = 0;
    for (const auto& [gigabytes, last] : {std::pair(2U, 40U), {100U, 90U}, {5U, 150U}}) {
      paths.push_back(files.path("large" + std::to_string(gigabytes) + ".root"));
      write_large(paths.back(), columns, first, last, gigabytes, format);
      CHECK(std::filesystem::file_size(paths.back()) > gigabytes * 1'000'000'000ULL);
      first = last;
    }
    for (const merge::Verify verify : {merge::Verify::bytes, merge::Verify::values}) {
      const merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = verify};
      const merge::MergeReport report = merge::merge(files.session(), paths, files.path("merged.root"), options);
      REQUIRE(report.is_written);
      CHECK(report.output_bytes < 10'000'000);
      CHECK(sample::is_same(sample::all_entries(files.session(), *files.result(), "Events"), columns));
    }
  }
}
