#include "ramet/dataset/joined_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"

using namespace ramet;
using dataset::JoinOptions;
using dataset::Table;
using dataset::Unmatched;
using sample::error_of;

namespace {

constexpr int entries = 40;

/// Events 0 .. 39 of two runs, and scores of all but every seventh event, the last one first. Threads: const-safe.
struct Tables {
  Tables() {
    std::vector<std::int32_t> run;
    std::vector<std::int64_t> event;
    std::vector<float> x;
    std::vector<std::int32_t> scored_run;
    std::vector<std::int64_t> scored_event;
    std::vector<double> score;
    for (int entry = 0; entry < entries; ++entry) {
      run.push_back(1 + entry / 20);
      event.push_back(entry % 20);
      x.push_back(static_cast<float>(entry) / 4);
      const int other = entries - 1 - entry;
      if (is_open(other)) continue;
      scored_run.push_back(1 + other / 20);
      scored_event.push_back(other % 20);
      score.push_back(100 + other);
    }
    sample::write_tree(
        folder / "events.root",
        {{"run", sample::column_of(run)}, {"event", sample::column_of(event)}, {"x", sample::column_of(x)}});
    sample::write_tree(folder / "scores.root", {{"run", sample::column_of(scored_run)},
                                                {"event", sample::column_of(scored_event)},
                                                {"score", sample::column_of(score)}});
    sample::write_tree(folder / "longer.root", {{"y", sample::count_from<std::int32_t>(500, entries + 5)}}, 7);
    sample::write_tree(folder / "again.root", {{"x", sample::count_from<std::int32_t>(500, entries)}}, 7);
  }

  static bool is_open(int entry) { return entry % 7 == 3; }

  std::shared_ptr<const Table> table(const std::string& name) const {
    return dataset::open_table(session.open(folder / name), "Events");
  }
  std::shared_ptr<const Table> joined(const std::string& name, JoinOptions options) const {
    return dataset::join_tables(table("events.root"), table(name), std::move(options), reading);
  }

  TemporaryFolder folder;
  std::unique_ptr<schedule::Executor> executor = schedule::make_thread_executor(3);
  dataset::Session session{*executor};
  dataset::ReadOptions reading{*executor};
};

const std::vector<std::string> wanted = {"score", "x"};

}  // namespace

TEST_CASE("joined table: two columns of whole numbers find the entry of the other table") {
  const Tables tables;
  const auto table = tables.joined("scores.root", {.on = {"run", "event"}, .unmatched = Unmatched::fill});
  CHECK(table->entries() == entries);
  CHECK(table->cluster_starts().size() == 11);
  const auto read = table->read(wanted, {{5}, {33}}, tables.reading);
  for (std::size_t row = 0; row < 28; ++row) {
    const int entry = static_cast<int>(row) + 5;
    CHECK(read[0].numbers<double>()[row] == (Tables::is_open(entry) ? 0 : 100 + entry));
    CHECK(read[1].numbers<float>()[row] == static_cast<float>(entry) / 4);
  }
  const auto objects = table->read_objects(wanted, {{5}, {33}}, tables.reading);
  CHECK(std::ranges::equal(objects[0].numbers<double>(), read[0].numbers<double>()));
  CHECK(std::ranges::equal(objects[1].numbers<float>(), read[1].numbers<float>()));
}

TEST_CASE("joined table: batches of all columns have each entry once, for any size") {
  const Tables tables;
  const auto table = tables.joined("scores.root", {.on = {"run", "event"}, .unmatched = Unmatched::fill});
  for (const std::size_t size : {1U, 3U, 100U}) {
    std::atomic<std::uint64_t> seen = 0;
    std::vector<std::atomic<int>> of_entry(entries);
    table->for_each_batch(wanted, {{0}, {entries}}, size, tables.reading,
                          [&](EntryRange batch, std::span<const array::Array> columns) {
                            seen += batch.size();
                            const auto scores = columns[0].numbers<double>();
                            for (std::size_t row = 0; row < batch.size(); ++row)
                              of_entry[batch.first.number + row] += static_cast<int>(scores[row]) + 1;
                          });
    CHECK(seen == entries);
    for (int entry = 0; entry < entries; ++entry)
      CHECK(of_entry[static_cast<std::size_t>(entry)] == (Tables::is_open(entry) ? 1 : 101 + entry));
  }
  CHECK(table->batch_reader(wanted) == nullptr);
  CHECK(table->batch_reader(std::vector<std::string>{"x"}) != nullptr);
}

TEST_CASE("joined table: an entry without a partner is an error, a value or nothing, as the options say") {
  const Tables tables;
  const auto strict = tables.joined("scores.root", {.on = {"run", "event"}});
  const std::string text = error_of([&] { strict->read(wanted, {{20}, {40}}, tables.reading); });
  CHECK(text.find("has no entry for run = 2, event = 4, which entry 24 of ") != std::string::npos);
  CHECK(strict->read(wanted, {{4}, {10}}, tables.reading)[0].numbers<double>()[0] == 104);
  const auto optional = tables.joined("scores.root", {.on = {"run", "event"}, .unmatched = Unmatched::option});
  CHECK(optional->find("score")->type->kind == array::Kind::option);
  const auto read = optional->read(wanted, {{0}, {entries}}, tables.reading);
  CHECK(read[0].type() == *optional->find("score")->type);
  const auto offsets = read[0].list_offsets();
  for (std::size_t entry = 0; entry < entries; ++entry)
    CHECK((offsets[entry + 1] == offsets[entry]) == Tables::is_open(static_cast<int>(entry)));
  CHECK(read[0].items().numbers<double>()[3] == 104);  // entry 3 has none
}

TEST_CASE("joined table: without columns to join on, entry k has entry k") {
  const Tables tables;
  const auto table = tables.joined("again.root", {.name = "other"});
  const std::vector<std::string> names = {"other.x", "x"};
  const auto read = table->read(names, {{10}, {12}}, tables.reading);
  CHECK(read[0].numbers<std::int32_t>()[1] == 511);
  CHECK(read[1].numbers<float>()[1] == 2.75F);
  const auto unnamed = tables.joined("again.root", {});
  CHECK(unnamed->columns().size() == 3);  // its x is hidden
  const auto columns = table->columns();
  CHECK(std::ranges::count(columns, "other.x", &dataset::Column::name) == 1);
}

TEST_CASE("joined table: the other table may have more entries") {
  const Tables tables;
  const auto table = tables.joined("longer.root", {});
  CHECK(table->entries() == entries);
  const std::vector<std::string> names = {"y"};
  CHECK(table->read(names, {{0}, {entries}}, tables.reading)[0].numbers<std::int32_t>().back() == 499 + entries);
  std::atomic<std::uint64_t> rows = 0;
  table->for_each_batch(names, {{0}, {entries}}, 6, tables.reading, [&](EntryRange range, const auto& batch) {
    CHECK(batch[0].length() == range.size());
    rows += range.size();
  });
  CHECK(rows == entries);
}

TEST_CASE("joined table: joins that make no sense are errors that name the tables") {
  const Tables tables;
  CHECK(error_of([&] { tables.joined("scores.root", {}); }).find("joining entry to entry needs at least as many") !=
        std::string::npos);
  CHECK(error_of([&] { tables.joined("scores.root", {.on = {"a", "b", "c"}}); }) ==
        "misuse: 3 columns to join on, expected at most 2");
  CHECK(error_of([&] { tables.joined("again.root", {.on = {"run"}}); }).find("has no column 'run' to join on") !=
        std::string::npos);
  const std::string of_numbers = error_of([&] { tables.joined("events.root", {.on = {"x"}}); });
  CHECK(of_numbers.find("an index needs integers") != std::string::npos);
  CHECK(of_numbers.find("events.root': tree 'Events'") != std::string::npos);
  CHECK(error_of([&] { tables.joined("again.root", {.on = {"x"}}); }).find("an index needs integers") !=
        std::string::npos);  // whole numbers in the other table only
  const auto table = tables.joined("scores.root", {.on = {"run", "event"}});
  CHECK(!table->find("none"));
  CHECK(error_of([&] {
          table->for_each_batch(wanted, {{0}, {entries + 1}}, 5, tables.reading, [](EntryRange, auto) {});
        }).find("has 40 entries, not 0..41") != std::string::npos);
  const std::vector<std::string> unknown = {"none"};
  CHECK(error_of([&] { table->read(unknown, {{0}, {1}}, tables.reading); }).find("none") != std::string::npos);
}

TEST_CASE("joined table: of equal numbers the first entry is joined, and one column is enough") {
  const Tables tables;
  const auto table = tables.joined("scores.root", {.on = {"run"}});
  const auto read = table->read(wanted, {{0}, {entries}}, tables.reading);
  CHECK(read[0].numbers<double>()[0] == 119);  // the first one of run 1 that has a score
  CHECK(read[0].numbers<double>()[39] == 139);
  CHECK(table->read(wanted, {{7}, {7}}, tables.reading)[0].length() == 0);
}
