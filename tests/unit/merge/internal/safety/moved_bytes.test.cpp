#include "ramet/merge/internal/safety/moved_bytes.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

namespace {

/// What a comparison of the merged file with the inputs says, the file having a byte inverted.
std::string comparison(const sample::Inputs& files, std::optional<std::uint64_t> damaged) {
  if (damaged) sample::damage(files.path("merged.root"), *damaged);
  merge::MergeOptions options;
  options.tables.gather = merge::Gather::never;
  const sample::Decided decided(files, options);
  const std::string found = error_of([&] {
    const merge::internal::MovedBytes moved(decided.inputs, files.session().executor(), options, files.result());
    for (const auto& table : decided.decisions.tables) moved.require_same(table);
  });
  if (damaged) sample::damage(files.path("merged.root"), *damaged);
  return found;
}

}  // namespace

TEST_CASE("moved bytes: each byte of a basket or page that differs is found and named") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    const auto columns = sample::entries_of(300);
    for (std::size_t number = 0; number < 3; ++number)
      files.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, number * 100, number * 100 + 100, format);
      });
    merge::MergeOptions options;
    options.tables.gather = merge::Gather::never;
    REQUIRE(files.merged(options).is_written);
    CHECK(comparison(files, std::nullopt) == "none");
    std::size_t found = 0;
    const std::uint64_t size = std::filesystem::file_size(files.path("merged.root"));
    for (std::uint64_t place = 400; place < size; place += 211) {
      const std::string error = comparison(files, place);
      if (error.find("has other bytes than in") == std::string::npos) continue;  // metadata
      CHECK(error.find(format == write::Format::ttree ? "basket" : "page") != std::string::npos);
      ++found;
    }
    CHECK(found > size / 211 / 3);
  }
}
