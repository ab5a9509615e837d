#include "ramet/frame/actions/snapshot.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/running/part_runner.hpp"

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
  const auto rows = dataset::open_table(place.session.open(place.folder / file), table);
  const std::vector<std::string> names = {"x"};
  return sample::numbers_of<std::int32_t>(rows->read(names, {{0}, {rows->entries()}}, place.options)[0]);
}

std::vector<std::int32_t> multiples(std::int32_t of) {
  std::vector<std::int32_t> numbers;
  for (std::int32_t x = 0; x < static_cast<std::int32_t>(sample::many); x += of) numbers.push_back(x);
  return numbers;
}

using Texts = std::vector<std::string>;
using Options = std::vector<std::optional<float>>;

Options told(const array::Array& options) {
  Options values;
  const auto offsets = options.list_offsets();
  const auto numbers = options.items().numbers<float>();
  for (std::size_t row = 0; row < options.length(); ++row)
    values.push_back(offsets[row] == offsets[row + 1] ? std::nullopt
                                                      : std::optional(numbers[static_cast<std::size_t>(offsets[row])]));
  return values;
}

frame::Result<write::TableReport> varied_snapshot(const sample::Place& place, const frame::Frame& of,
                                                  const Texts& columns, write::Format format) {
  frame::StoredColumns stored = stored_columns(of, columns, format, frame::CountedLists::as_vectors);
  stored.schema.name = "T";
  frame::SnapshotPlace to{.path = place.folder / "varied.root",
                          .table = {.format = format},
                          .variations = frame::SnapshotVariations::included};
  return of.snapshot(std::move(to), std::move(stored.schema), stored.columns);
}

/// x is varied by y + 1 in "up" and y - 1 in "down", and decides which entries pass.
frame::Frame varied(const sample::Threads& threads) {
  return threads.counting(sample::many)
      .vary({"x"}, "RVecI{x - 30000, x + 30000}", {"down", "up"}, "s")
      .define("twice", "2 * x")
      .filter("x > 10 && x < 40000");
}

}  // namespace

TEST_CASE("snapshot: entries can follow those of a table in the file, through a writer that the caller opens") {
  const sample::Place place;
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const std::string name = "continued.root";
    SnapshotPlace to{.path = place.folder / name, .table = {.format = format}};
    const sample::Threads threads;
    const frame::Frame all = threads.counting(sample::many);
    snapshot(all.range(0, 100), to).run();
    to.updates = to.continues = true;
    int opened = 0;
    to.open = [&](const write::WriterOptions& options) {
      ++opened;
      return write::ParallelWriter::update(place.folder / name, options);
    };
    snapshot(all.range(100, sample::many), to).run();
    CHECK(opened == 1);
    CHECK(written(place, name, "Events") == multiples(1));
  }
}

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

TEST_CASE("a snapshot keeps missing values in an ntuple; in a tree they are an error") {
  const sample::Place place;
  const sample::Threads threads;
  Options values;
  for (std::size_t k = 0; k < sample::many; ++k)
    values.push_back(k % 3 == 0 ? std::nullopt : std::optional(static_cast<float>(k)));
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("x", sample::count_from<std::int32_t>(0, sample::many));
  columns.emplace_back("o", sample::column_of(values));
  const frame::Frame all = threads.of(frame::table_of_arrays(std::move(columns), sample::many));
  const auto write = [&](const frame::Frame& of, const std::string& name, write::Format format) {
    frame::StoredColumns stored = stored_columns(of, Texts{"x", "o"}, format);
    stored.schema.name = "T";
    SnapshotPlace to{.path = place.folder / name, .table = {.format = format}};
    of.snapshot(std::move(to), std::move(stored.schema), stored.columns).value();
    const auto rows = dataset::open_table(place.session.open(place.folder / name), "T");
    return rows->read(Texts{"o"}, {{0}, {rows->entries()}}, place.options)[0];
  };
  CHECK(told(write(all, "kept.root", write::Format::rntuple)) == values);
  const frame::Frame chosen = all.filter("x % 29999 == 1");
  CHECK(told(write(chosen, "some.root", write::Format::rntuple)) == Options{1.0F, std::nullopt, 59999.0F});
  const frame::Frame filled = all.default_value_for("o", sample::column_of(std::vector<float>{-1}));
  CHECK(write(filled, "filled.root", write::Format::rntuple).numbers<float>()[3] == -1);
  const std::string error = sample::error_of([&] { write(all, "tree.root", write::Format::ttree); });
  CHECK(error.find("entry 0 has no value of column 'o'") != std::string::npos);
}

TEST_CASE("rows that cannot be read are not in the file") {
  const sample::Place place(2);
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(sample::many);
  rows->damaged = {{20'000}, {20'001}};
  const auto made = snapshot(threads.of(rows), {.path = place.folder / "s.root"});
  made.run({.on_error = frame::OnError::skip});
  auto expected = multiples(1);
  expected.erase(expected.begin() + 20'000);
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

TEST_CASE("a table that cannot be written replaces no file") {
  const sample::Place place;
  const sample::Threads threads;
  const frame::Frame all = threads.counting(30);
  snapshot(all, {.path = place.folder / "kept.root"}).run();
  const write::TableOptions options{.format = write::Format::rntuple, .cluster_bytes = std::uint64_t{1} << 40};
  for (const std::string name : {"kept.root", "none.root"}) {
    const auto wrong = snapshot(all, {.path = place.folder / name, .table = options});
    CHECK(sample::error_of([&] { wrong.run(); }).find("cluster_bytes is 1099511627776") != std::string::npos);
  }
  CHECK(written(place, "kept.root", "Events").size() == 30);
  CHECK_FALSE(std::filesystem::exists(place.folder / "none.root"));
}

TEST_CASE("a snapshot says which file it replaces") {
  const std::vector<std::string> columns = {"x", "v"};
  CHECK(SnapshotAction({.path = "a.root"}, events(), columns).replaces() == std::filesystem::path("a.root"));
  CHECK(!SnapshotAction({.path = "a.root", .updates = true}, events(), columns).replaces());
}

TEST_CASE("a snapshot with variations is what separate snapshots of each variation are") {
  for (const std::size_t count : {1, 3})
    for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
      const sample::Place place(count);
      const sample::Threads threads(count);
      const Texts columns = {"x", "y", "v", "twice"};
      const auto report = varied_snapshot(place, varied(threads), columns, format).value();
      const auto rows = dataset::open_table(place.session.open(place.folder / "varied.root"), "T");
      const Texts names = {"R_rdf_mask_T_0", "x", "x__s_down", "x__s_up", "twice__s_up", "y", "v"};
      const auto read = rows->read(names, {{0}, {rows->entries()}}, place.options);
      const auto masks = sample::numbers_of<std::uint64_t>(read[0]);
      const auto halves = sample::numbers_of<double>(read[5]);
      std::vector<std::uint64_t> expected;
      std::size_t row = 0;
      for (std::int32_t x = 0; x < static_cast<std::int32_t>(sample::many); ++x) {
        const auto value = [&](std::int32_t shift) { return x + shift > 10 && x + shift < 40000 ? x + shift : 0; };
        const std::int32_t nominal = value(0), down = value(-30000), up = value(30000);
        const std::uint64_t mask = (nominal != 0 ? 1U : 0U) | (down != 0 ? 2U : 0U) | (up != 0 ? 4U : 0U);
        if (mask == 0) continue;
        REQUIRE(row < masks.size());
        bool is_right = masks[row] == mask && halves[row] == x / 2.0;
        is_right &= sample::numbers_of<std::int32_t>(read[1].slice(row, row + 1))[0] ==
                    x;  // also where only a variation passed
        is_right &= sample::numbers_of<std::int32_t>(read[2].slice(row, row + 1))[0] == down;
        is_right &= sample::numbers_of<std::int32_t>(read[3].slice(row, row + 1))[0] == up;
        is_right &= sample::numbers_of<std::int32_t>(read[4].slice(row, row + 1))[0] == 2 * up;
        if (!is_right) CHECK(x == -1);
        ++row;
      }
      CHECK(row == masks.size());
      CHECK(report.entries == row);
      CHECK(read[6].list_offsets().back() - read[6].list_offsets().front() > 0);
    }
}

TEST_CASE("a snapshot with variations of what does not vary is one of the nominal entries") {
  const sample::Place place;
  const sample::Threads threads;
  const auto report =
      varied_snapshot(place, threads.counting(100).filter("x < 7"), {"x", "v"}, write::Format::ttree).value();
  CHECK(report.entries == 7);
}

TEST_CASE("variations of columns need no other entries") {
  const sample::Place place;
  const sample::Threads threads;
  const frame::Frame frame = threads.counting(5).vary({"y"}, "RVecD{y + 100}", {"up"}, "");
  varied_snapshot(place, frame, {"x", "y"}, write::Format::ttree).value();
  const auto rows = dataset::open_table(place.session.open(place.folder / "varied.root"), "T");
  const Texts names = {"R_rdf_mask_T_0", "y__y_up"};
  const auto read = rows->read(names, {{0}, {5}}, place.options);
  CHECK(sample::numbers_of<std::uint64_t>(read[0]) == std::vector<std::uint64_t>(5, 3));
  CHECK(sample::numbers_of<double>(read[1]) == std::vector<double>{100, 100.5, 101, 101.5, 102});
}

TEST_CASE("a snapshot whose tasks are done elsewhere is joined of files in order") {
  const sample::Place place(2);
  const sample::Threads threads(2);
  const auto made = [&](frame::JoinFiles join) {
    const auto even = threads.of(sample::counting_rows(sample::many), {.origin = R"({"entries":0})"});
    return snapshot(even.filter("x % 3 == 0"), {.path = place.folder / "s.root", .join = std::move(join)});
  };
  std::vector<std::int32_t> joined;
  const auto join = [&](const std::vector<std::filesystem::path>& parts, const std::filesystem::path&) {
    for (const auto& part : parts) {
      const auto rows = written(place, std::filesystem::relative(part, place.folder / "").string(), "Events");
      joined.insert(joined.end(), rows.begin(), rows.end());
    }
  };
  const auto here = made(join), there = made(join);
  const frame::PartRunner runner({there.booked});
  here.run({.elsewhere = [&](frame::TasksElsewhere& tasks) {
    const std::size_t last = tasks.wanted().last;
    REQUIRE(last > 2);
    for (const frame::TaskRange part : {frame::TaskRange{2, last}, {0, 2}}) tasks.take(runner.run(part).span());
  }});
  CHECK(joined == multiples(3));
  CHECK(here.action->report().entries == joined.size());
  CHECK(!std::filesystem::exists(place.folder / "s.root.parts"));
}

TEST_CASE("a snapshot of which all tasks were left out elsewhere is empty") {
  const sample::Place place;
  const sample::Threads threads;
  const auto made = snapshot(threads.of(sample::counting_rows(100), {.origin = R"({"entries":0})"}),
                             {.path = place.folder / "s.root", .join = [](const auto&, const auto&) {}});
  made.run({.elsewhere = [](frame::TasksElsewhere& tasks) { tasks.stop(); }});
  CHECK(made.booked.report().was_stopped);
  CHECK(written(place, "s.root", "Events").empty());
}

TEST_CASE("snapshots that other processes cannot write say why") {
  const sample::Place place;
  const auto described = [&](SnapshotPlace to) {
    return sample::error_of([&] { SnapshotAction(std::move(to), events(), {"x", "v"}).described(); });
  };
  CHECK(described({.path = "s.root"})
            .ends_with("a file without a function that joins parts cannot be written by other processes"));
  const frame::JoinFiles join = [](const auto&, const auto&) {};
  CHECK(described({.path = "s.root", .updates = true, .join = join}).find("a table in an existing file") !=
        std::string::npos);
  const std::string text =
      SnapshotAction({.path = "s.root", .directory = "d", .join = join}, events(), {"x", "v"}).described();
  CHECK(text.starts_with(R"({"kind":"snapshot","columns":["x","v"],"file":"/)"));
  CHECK(text.ends_with(
      R"("directory":"d","name":"Events","format":"ttree","counted":false,"compression":null,"cluster_entries":0,"cluster_bytes":0})"));
}
