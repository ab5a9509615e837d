#include "ramet/merge/internal/safety/verification.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

namespace {

/// Files with a tree, an ntuple and a histogram.
void add_files(sample::Inputs& files, const std::vector<array::Array>& columns) {
  for (std::size_t number = 0; number < 3; ++number)
    files.add([&](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, number * 100, number * 100 + 100);
      sample::put_entries(writer, columns, number * 100, number * 100 + 100, write::Format::rntuple, "dir");
      writer.put("h", sample::histogram_of({0.5}));
      writer.put("dir/h", sample::histogram_of({1.0 * static_cast<double>(number)}));
    });
}

/// What the verification says of a file that shall be the merged one.
std::string verdict(const sample::Inputs& files, const std::string& output,
                    merge::Verify verify = merge::Verify::counts) {
  merge::MergeOptions options{.verify = verify};
  options.tables.gather = merge::Gather::never;
  const sample::Decided decided(files, options);
  return error_of([&] {
    merge::internal::Verification(files.session(), decided.inputs, options, decided.catalogue, decided.decisions)
        .run(output);
  });
}

}  // namespace

TEST_CASE("verification: a merged file is what was planned, however much is compared") {
  sample::Inputs files;
  add_files(files, sample::entries_of(300));
  for (const merge::Verify verify : {merge::Verify::counts, merge::Verify::bytes, merge::Verify::values}) {
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = verify};
    CHECK(files.merged(options).is_written);  // small baskets are gathered
    options.tables.gather = merge::Gather::never;
    CHECK(files.merged(options).is_written);
    CHECK(verdict(files, files.path("merged.root"), verify) == "none");
  }
}

TEST_CASE("verification: a file with other entries, keys or bytes is none of it") {
  sample::Inputs files;
  const auto columns = sample::entries_of(300);
  add_files(files, columns);
  const std::string path = files.path("other.root");
  const auto write = [&](std::size_t entries, bool has_histogram, bool has_more) {
    const auto writer = write::ParallelWriter::recreate(path, {});
    sample::put_entries(*writer, columns, 0, entries);
    sample::put_entries(*writer, columns, 0, 300, write::Format::rntuple, "dir");
    if (has_histogram) writer->put("h", sample::histogram_of({0.5}));
    writer->put("dir/h", sample::histogram_of({0.5}));
    if (has_more) writer->put("more", sample::histogram_of({0.5}));
    writer->close();
    return verdict(files, path);
  };
  CHECK(write(300, true, false) == "none");
  CHECK(write(299, true, false).find("'Events' has 299 entries, expected 300") != std::string::npos);
  CHECK(write(300, false, false).find("it has 0 keys of 'h' (TH1D), expected 1 to 1") != std::string::npos);
  CHECK(write(300, true, true).find("it has 5 keys, expected 4") != std::string::npos);
  write(300, true, false);
  std::ofstream(path, std::ios::binary | std::ios::app) << "more";
  CHECK(verdict(files, path).find("the output is not what was planned: it has ") != std::string::npos);
}

TEST_CASE("verification: values that differ are found and named") {
  sample::Inputs files;
  const auto columns = sample::entries_of(300);
  for (std::size_t number = 0; number < 3; ++number)
    files.add(
        [&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, number * 100, number * 100 + 100); });
  sample::Inputs others;
  others.add([&](write::ParallelWriter& writer) {
    auto changed = columns;
    changed[2] = sample::noise_of("string", 300, 77);
    sample::put_entries(writer, changed, 0, 300);
  });
  CHECK(verdict(files, others.paths()[0]) == "none");
  CHECK(verdict(files, others.paths()[0], merge::Verify::bytes).find("has other bytes than in") != std::string::npos);
  // Without a comparison of bytes, as for tables that are rewritten.
  const merge::MergeOptions options{.verify = merge::Verify::values};
  sample::Decided decided(files, options);
  for (auto& table : decided.decisions.tables) table.way = merge::Way::rewrite;
  const std::string error = error_of([&] {
    merge::internal::Verification(files.session(), decided.inputs, options, decided.catalogue, decided.decisions)
        .run(others.paths()[0]);
  });
  CHECK(error.find("'Events' has other values of '") != std::string::npos);
}

TEST_CASE("verification: an input that is cut meanwhile is the bad one, not the output") {
  sample::Inputs files;
  add_files(files, sample::entries_of(300));
  const merge::MergeOptions options{.verify = merge::Verify::values};
  REQUIRE(files.merged(options).is_written);
  const sample::Decided decided(files, options);
  std::filesystem::resize_file(files.paths()[1], 1000);
  const merge::internal::Verification verification(files.session(), decided.inputs, options, decided.catalogue,
                                                   decided.decisions);
  CHECK_THROWS_AS(verification.run(files.path("merged.root")), merge::internal::BadInput);
}
