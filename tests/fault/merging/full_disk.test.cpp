// The disk becomes full while a merge writes; when there is room again, the same call goes on.
#include <string>

#include "fault/small_disk.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

TEST_CASE("merge on a full disk: an error, and the same call goes on when there is room") {
  constexpr std::size_t page = 4096;
  sample::Inputs inputs;
  const auto columns = sample::entries_of(3000);
  for (std::size_t number = 0; number < 10; ++number)
    inputs.add([&](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, number * 300, number * 300 + 300);
      writer.put("h", sample::histogram_of({0.5}));
    });
  inputs.merged({.on_existing = merge::OnExisting::replace, .reproducible = true});
  const auto size = std::filesystem::file_size(inputs.path("merged.root"));
  std::size_t resumed = 0;
  for (std::size_t pages = 1; pages * page < size; pages += 5) {
    SmallDisk disk(pages * page);
    if (!disk.is_mounted()) return;
    CAPTURE(pages);
    const std::string output = disk / "merged.root";
    const merge::MergeOptions options{.reproducible = true};
    const std::string error = error_of([&] { merge::merge(inputs.session(), inputs.paths(), output, options); });
    CHECK(error.find("no space left") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(output));
    disk.grow(4 * size);
    const merge::MergeReport report = merge::merge(inputs.session(), inputs.paths(), output, options);
    CHECK(report.is_written);
    if (report.resumed_bytes > 0) {
      ++resumed;
      CHECK(error.find("what is done is kept") != std::string::npos);
    }
    CHECK(read_file(output) == read_file(inputs.path("merged.root")));
  }
  CHECK(resumed > 0);
}
