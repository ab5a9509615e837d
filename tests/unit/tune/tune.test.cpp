#include "ramet/tune/tune.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/tune/sample_table.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/frame/actions/stored_columns.hpp"

using namespace ramet;

namespace {

/// Write a frame as a table "Events", as a profile says if there is one.
std::uint64_t write_frame(const std::filesystem::path& path, const sample::Frame& frame, write::Format format,
                          const tune::Profile& profile = {}) {
  frame::StoredColumns stored = frame::stored_columns(frame, frame::columns_to_store(frame), format);
  stored.schema.name = "Events";
  frame::SnapshotPlace place{.path = path};
  place.table.format = format;
  profile.apply(stored.schema, place.table);
  frame.snapshot(place, std::move(stored.schema), stored.columns).booked().run({});
  return std::filesystem::file_size(path);
}

/// The same with counting_rows of so many entries.
std::uint64_t write_counting(const std::filesystem::path& path, std::size_t entries, write::Format format,
                             const tune::Profile& profile = {}) {
  const auto executor = schedule::make_thread_executor(2);
  return write_frame(path, sample::counting_frame(entries, *executor), format, profile);
}

}  // namespace

TEST_CASE("tune: the named ways were run, none is dominated by the default, and sizes are those predicted") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const TemporaryFolder folder;
    write_counting(folder / "in.root", 100'000, format);
    const auto executor = schedule::make_thread_executor(2);
    const dataset::Session session(*executor);
    const std::vector<dataset::FileAndObject> places = {{(folder / "in.root").string(), "Events"}};
    const tune::Tuning tuning = tune::tune(session, places, {.reads = {"x", "v"}, .goal = tune::Goal::small});
    CHECK(tuning.format == format);
    CHECK(tuning.sample_entries == 100'000);
    CHECK(tuning.read_columns == 2);
    CHECK(tuning.columns == 4);
    REQUIRE(tuning.named.size() == 4);
    const tune::Costs by_default = *tuning.named.back().measured;
    for (const tune::Way& way : tuning.named) {
      CAPTURE(way.name);
      REQUIRE(way.measured.has_value());
      CHECK_FALSE(way.measured->is_dominated_by(by_default));
      CHECK(way.predicted.bytes == doctest::Approx(way.measured->bytes).epsilon(0.02));
    }
    for (const tune::Way& way : tuning.front) CHECK(way.predicted.bytes >= tuning.front.front().predicted.bytes);
    CHECK(tuning.chosen().name == "small");
    CHECK(tuning.chosen().measured->bytes < 1.001 * by_default.bytes);
    const std::uint64_t bytes = write_counting(folder / "out.root", 100'000, format, tuning.chosen().profile);
    CHECK(static_cast<double>(bytes) == doctest::Approx(tuning.chosen().measured->bytes).epsilon(0.05));
  }
}

TEST_CASE("tune: sizes of lists in ntuples are those predicted, with one cluster, too") {
  const TemporaryFolder folder;
  constexpr std::size_t entries = 30'000;
  std::vector<std::vector<float>> lists(entries);
  std::uint32_t state = 1;
  for (std::size_t entry = 0; entry < entries; ++entry)
    for (std::size_t value = 0; value < entry % 20; ++value)
      lists[entry].push_back(static_cast<float>((state = state * 1664525U + 1013904223U) >> 20U));
  const auto executor = schedule::make_thread_executor(2);
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("v", sample::column_of(lists));
  const sample::Frame frame(frame::Source(std::make_shared<sample::ClusteredTable>(columns, entries, entries)),
                            *executor);
  write_frame(folder / "in.root", frame, write::Format::rntuple);
  const dataset::Session session(*executor);
  const std::vector<dataset::FileAndObject> places = {{(folder / "in.root").string(), "Events"}};
  const tune::Tuning tuning = tune::tune(session, places, {.repeats = 1});
  for (const tune::Way& way : tuning.named)
    CHECK(way.predicted.bytes == doctest::Approx(way.measured->bytes).epsilon(0.02));
}

TEST_CASE("tune: costs are those of all files, also of those that the sample is not taken from") {
  const TemporaryFolder folder;
  std::vector<dataset::FileAndObject> places;
  for (const char* name : {"1.root", "2.root", "3.root", "4.root", "5.root"}) {
    write_counting(folder / name, 20'000, write::Format::ttree);
    places.push_back({(folder / name).string(), "Events"});
  }
  const auto executor = schedule::make_thread_executor(2);
  const dataset::Session session(*executor);
  const tune::Tuning of_three = tune::tune(session, {places.begin(), places.begin() + 3}, {.repeats = 1});
  const double bytes = of_three.named.back().measured->bytes / 3 * 5;
  const tune::Tuning tuning = tune::tune(session, places, {.repeats = 1});
  CHECK(tuning.sample_entries == 60'000);
  CHECK(tuning.entries == 100'000);
  CHECK(of_three.entries == 60'000);
  CHECK(tuning.named.back().measured->bytes == doctest::Approx(bytes).epsilon(0.01));
  CHECK(tuning.named.back().predicted.bytes == doctest::Approx(bytes).epsilon(0.02));
}

TEST_CASE("tune: what cannot be tuned for is refused") {
  const TemporaryFolder folder;
  write_counting(folder / "in.root", 10, write::Format::ttree);
  const auto executor = schedule::make_thread_executor(2);
  const dataset::Session session(*executor);
  const std::vector<dataset::FileAndObject> places = {{(folder / "in.root").string(), "Events"}};
  CHECK_THROWS_AS(tune::tune(session, {}, {}), Error);
  CHECK_THROWS_AS(tune::tune(session, places, {.reads = {"none"}}), Error);
  CHECK(to_string(tune::Goal::fast) == "fast");
}
