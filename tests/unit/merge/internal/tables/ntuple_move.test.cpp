#include "ramet/merge/internal/tables/ntuple_move.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

TEST_CASE("ntuple move: clusters stay as they were, one input after the other") {
  sample::Inputs files;
  const auto columns = sample::entries_of(150);
  for (const auto& [first, last] : {std::pair{0, 70}, {70, 150}})
    files.add([&, first = first, last = last](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, last, write::Format::rntuple);
    });
  merge::MergeOptions options;
  options.tables.gather = merge::Gather::never;
  REQUIRE(files.merged(options).is_written);
  CHECK(files.result()->ntuple("Events")->cluster_starts() == std::vector<std::uint64_t>{0, 40, 70, 110, 150});
}

TEST_CASE("ntuple move: a damaged page is found by its checksum, and the file named") {
  sample::Inputs files;
  const auto columns = sample::entries_of(100);
  for (int number = 0; number < 2; ++number)
    files.add(
        [&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 100, write::Format::rntuple); });
  const auto sink = io::update_local(files.paths()[1]);
  sink->write_at(std::filesystem::file_size(files.paths()[1]) / 3, std::vector<std::byte>(20, std::byte{0x55}));
  sink->close();
  const std::string error = error_of([&] { files.merged(); });
  CHECK(error.find("in1.root") != std::string::npos);
  CHECK(error.find("checksum") != std::string::npos);
}
