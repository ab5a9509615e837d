#include "ramet/frame/actions/snapshot.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::SnapshotAction;
using frame::SnapshotPlace;
using sample::ask;

namespace {

table::Schema events() {
  return {
      "Events",
      "",
      {{.name = "x", .type = array::parse_type("int32")}, {.name = "v", .type = array::parse_type("var * float32")}}};
}

sample::Asked<SnapshotAction> snapshot(const frame::Frame& of, SnapshotPlace place, table::Schema as = events()) {
  return ask<SnapshotAction>(of, std::move(place), std::move(as), std::vector<std::string>{"x", "v"});
}

/// The numbers x of a table in a file.
std::vector<std::int32_t> written(const sample::Place& place, const std::string& file, const std::string& table) {
  const auto rows = dataset::open_rows(place.session.open(place.folder / file), table);
  const std::vector<std::string> names = {"x"};
  return sample::numbers_of<std::int32_t>(rows->read(names, {{0}, {rows->entries()}}, place.options)[0]);
}

std::vector<std::int32_t> multiples(std::int32_t of) {
  std::vector<std::int32_t> numbers;
  for (std::int32_t x = 0; x < static_cast<std::int32_t>(sample::many); x += of) numbers.push_back(x);
  return numbers;
}

}  // namespace

TEST_CASE("a snapshot has the entries in order, as tree and as ntuple, from any number of threads") {
  for (const std::size_t count : {1, 3})
    for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
      const sample::Place place(count);
      const sample::Threads threads(count);
      const auto made = snapshot(threads.counting(sample::many).filter("x % 3 == 0"),
                                 {.path = place.folder / "s.root", .table = {.format = format}});
      CHECK(made.run().report().entries == multiples(3).size());
      CHECK(written(place, "s.root", "Events") == multiples(3));
    }
}

TEST_CASE("snapshots of one pass go into their files, and may be added to a file") {
  const sample::Place place(2);
  const sample::Threads threads(2);
  const frame::Frame all = threads.counting(sample::many);
  const auto first = snapshot(all.filter("x % 2 == 0"), {.path = place.folder / "a.root"});
  const auto second = snapshot(all.filter("x % 5 == 0"), {.path = place.folder / "b.root"});
  first.run();
  CHECK(second.booked.is_ready());
  table::Schema other = events();
  other.name = "Other";
  snapshot(all.filter("x % 7 == 0"), {.path = place.folder / "a.root", .directory = "d", .updates = true}, other).run();
  CHECK(written(place, "a.root", "Events") == multiples(2));
  CHECK(written(place, "a.root", "d/Other") == multiples(7));
  CHECK(written(place, "b.root", "Events") == multiples(5));
}

TEST_CASE("rows of a task that fails are not in the file") {
  const sample::Place place(2);
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(sample::many);
  rows->damaged = {{20'000}, {20'001}};
  const auto made = snapshot(threads.of(rows), {.path = place.folder / "s.root"});
  made.run({.on_error = frame::OnError::skip});
  auto expected = multiples(1);
  expected.erase(expected.begin() + 17'000, expected.begin() + 34'000);
  CHECK(written(place, "s.root", "Events") == expected);
}

TEST_CASE("snapshots that cannot be are errors") {
  using sample::error_of;
  const sample::Place place;
  const sample::Threads threads;
  const frame::Frame all = threads.counting(3);
  table::Schema wrong = events();
  wrong.columns[0].type = array::parse_type("float64");
  CHECK(error_of([&] {
          snapshot(all, {.path = "s.root"}, wrong);
        }).ends_with("column 'x' is of type int32, and would be stored as float64"));
  wrong.columns.pop_back();
  CHECK(error_of([&] { snapshot(all, {.path = "s.root"}, wrong); }) ==
        "misuse: snapshot 's.root': 2 columns for a schema of 1");
  {
    const auto varied = snapshot(all.vary({"x"}, "RVecI{x + 1}", {"a"}, "n"), {.path = "s.root"});
    CHECK(error_of([&] { varied.booked.varied(); }).starts_with("unsupported: snapshot 's.root' has no variations"));
  }
  const auto nowhere = snapshot(all, {.path = place.folder / "none" / "s.root"});
  CHECK(error_of([&] { nowhere.run(); }).starts_with("io"));
}

TEST_CASE("a snapshot says which file it replaces") {
  const std::vector<std::string> columns = {"x", "v"};
  CHECK(SnapshotAction({.path = "a.root"}, events(), columns).replaces() == std::filesystem::path("a.root"));
  CHECK(!SnapshotAction({.path = "a.root", .updates = true}, events(), columns).replaces());
}
