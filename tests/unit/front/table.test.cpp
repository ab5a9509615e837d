#include "ramet/front/table.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "unit/dataset/events/sample_events.hpp"
#include "unit/front/sample_session.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/front/file.hpp"

using namespace ramet;
using sample::entries;
using sample::error_of;
using sample::event_of;

namespace {

/// The events of either format.
struct Opened {
  explicit Opened(write::Format format)
      : written(format), file(written.place.folder / "events.root", sample::plain_session()) {}

  sample::Written written;
  File file;
  Table events = file.table("Events");
};

}  // namespace

TEST_CASE("table: a column is read as the requested C++ type") {
  for (const write::Format format : sample::formats) {
    const Opened opened(format);
    const Table& events = opened.events;
    CHECK(events.size() == entries);
    int number = 0;
    for (const std::int32_t read : events.read<std::int32_t>("number")) CHECK(read == number++);
    CHECK(number == entries);
    CHECK(events.read<double>("number")[24] == 24);
    const auto energies = events.read<std::vector<float>>("energies");
    const auto tags = events.read<std::string>("tag");
    const auto hits = events.read<std::vector<sample::Hit>>("hits");
    const auto odd = events.read<bool>("number", EntryRange{{0}, {2}});
    for (int entry = 0; entry < entries; ++entry) {
      const sample::Event wanted = event_of(entry);
      const auto at = static_cast<std::size_t>(entry);
      CHECK(energies[at] == wanted.energies);
      CHECK(tags[at] == wanted.tag);
      CHECK(hits[at] == wanted.hits);
    }
    CHECK(odd == std::vector<bool>{false, true});
  }
}

TEST_CASE("table: several columns are read together, all entries or some") {
  for (const write::Format format : sample::formats) {
    const Opened opened(format);
    const auto columns = opened.events.read({"number", "energies", "tag"}, EntryRange{{5}, {8}});
    CHECK(columns.size() == 3);
    CHECK(columns["number"].numbers<std::int32_t>()[0] == 5);
    CHECK(columns["energies"].lists<float>()[2].size() == event_of(7).energies.size());
    CHECK(columns["tag"].strings()[0] == event_of(5).tag);
  }
}

TEST_CASE("table: events are read as structs, by the session's executor") {
  for (const write::Format format : sample::formats) {
    const Opened opened(format);
    int number = 0;
    for (const sample::Event& event : opened.events.events<sample::Event>()) CHECK(event == event_of(number++));
    CHECK(number == entries);
  }
}

TEST_CASE("table: events outlive the table, the file and the session that they came from") {
  for (const write::Format format : sample::formats) {
    const sample::Written written(format);
    const auto events =
        File(written.place.folder / "events.root", sample::plain_session()).table("Events").events<sample::Event>();
    int number = 0;
    for (const sample::Event& event : events) CHECK(event == event_of(number++));
    CHECK(number == entries);
  }
}

TEST_CASE("table: wrong names, types and ranges are errors that name them") {
  const Opened opened(write::Format::ttree);
  const Table& events = opened.events;
  const std::string table = fmt::format("'{}': tree 'Events'", (opened.written.place.folder / "events.root").string());
  const std::string no_column = "not_found: " + table + " has no column 'numbr'; did you mean 'number'?";
  CHECK(error_of([&] { events.read<float>("numbr"); }) == no_column);
  CHECK(error_of([&] { events.read({"number", "numbr"}); }) == no_column);
  CHECK(error_of([&] { events.read<std::string>("number"); }) ==
        "unsupported: " + table + ": column 'number': values of type int32 cannot become a string");
}

TEST_CASE("table: a range that ends before it begins, or behind the last entry, is refused") {
  for (const write::Format format : sample::formats) {
    const Opened opened(format);
    const Table& events = opened.events;
    for (const EntryRange wrong : {EntryRange{{0}, {26}}, EntryRange{{7}, {3}}, EntryRange{{~std::uint64_t{0}}, {0}},
                                   EntryRange{{26}, {26}}, EntryRange{{0}, {~std::uint64_t{0}}}}) {
      CAPTURE(wrong.first.number);
      const std::string said =
          fmt::format("'Events' has 25 entries, not {}..{}", wrong.first.number, wrong.last.number);
      CHECK(error_of([&] { events.read<float>("number", wrong); }).ends_with(said));
      CHECK(error_of([&] { events.read({"number", "tag"}, wrong); }).ends_with(said));
    }
    CHECK(events.read<float>("number", EntryRange{{25}, {25}}).empty());
  }
}

TEST_CASE("table: join puts the columns of another table beside its own") {
  for (const write::Format format : sample::formats) {
    const Opened opened(format);
    const Table both = opened.events.join(opened.events, {.on = {"number"}, .name = "again"});
    CHECK(both.size() == entries);
    CHECK(both.read<std::string>("again.tag") == opened.events.read<std::string>("tag"));
    const auto columns = both.read({"number", "again.number"});
    CHECK(columns[0].numbers<std::int32_t>()[7] == columns["again.number"].numbers<std::int32_t>()[7]);
    CHECK(both.read<std::vector<sample::Hit>>("again.hits") == opened.events.read<std::vector<sample::Hit>>("hits"));
    CHECK(error_of([&] { opened.events.join(opened.events, {.on = {"tag"}}); }).find("an index needs integers") !=
          std::string::npos);
  }
}
