#include "ramet/frame/sources/array_table.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;

namespace {

std::vector<std::pair<std::string, array::Array>> two_columns(std::size_t first, std::size_t second) {
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("a", sample::count_from<std::int32_t>(0, first));
  columns.emplace_back("b", sample::count_from<double>(10, second));
  return columns;
}

}  // namespace

TEST_CASE("columns in memory are read as they are, in clusters") {
  const sample::Threads threads(2);
  const dataset::ReadOptions options{*threads.executor};
  const auto table = frame::table_of_arrays(two_columns(300'000, 300'000), 300'000);
  CHECK(table->entries() == 300'000);
  CHECK(table->cluster_starts() == std::vector<std::uint64_t>{0, 131'072, 262'144, 300'000});
  CHECK(table->columns().size() == 2);
  CHECK(table->find("b")->type_name == "float64");
  CHECK(!table->find("c"));
  const std::vector<std::string> names = {"b", "a"};
  const auto read = table->read(names, {{5}, {7}}, options);
  CHECK(sample::numbers_of<double>(read[0]) == std::vector<double>{15, 16});
  CHECK(sample::numbers_of<std::int32_t>(table->read_objects(names, {{5}, {7}}, options)[1]) == std::vector{5, 6});
  std::atomic<std::uint64_t> seen = 0;
  table->for_each_batch(names, {{10}, {300'000}}, 1000, options,
                        [&](EntryRange batch, std::span<const array::Array> columns) {
                          REQUIRE(columns[0].length() == batch.size());
                          seen += batch.size();
                        });
  CHECK(seen == 299'990);
}

TEST_CASE("table may have no columns, or no entries") {
  CHECK(frame::table_of_arrays({}, 0)->cluster_starts() == std::vector<std::uint64_t>{0});
  CHECK(frame::table_of_arrays({}, 7)->entries() == 7);
}

TEST_CASE("columns that do not fit, and reading what is not there, are errors") {
  using sample::error_of;
  const sample::Threads threads;
  const dataset::ReadOptions options{*threads.executor};
  CHECK(error_of([] { frame::table_of_arrays(two_columns(3, 4), 3); }) ==
        "misuse: column 'b' has 4 values for 3 entries");
  auto twice = two_columns(3, 3);
  twice[1].first = "a";
  CHECK(error_of([&] { frame::table_of_arrays(std::move(twice), 3); }) == "misuse: two columns 'a'");
  CHECK(error_of([] { frame::table_of_arrays(two_columns(3, 3), 3, {array::Type::string()}); }) ==
        "misuse: the types of columns in memory are not theirs");
  const auto table = frame::table_of_arrays(two_columns(3, 3), 3);
  const std::vector<std::string> unknown = {"c"}, known = {"a"};
  CHECK(error_of([&] { table->read(unknown, {{0}, {1}}, options); }) == "not_found: there is no column 'c'");
  CHECK(error_of([&] { table->read(known, {{2}, {4}}, options); }) ==
        "not_found: columns in memory have 3 entries, not 2..4");
  CHECK(error_of([&] { table->for_each_batch(known, {{0}, {3}}, 0, options, [](EntryRange, auto) {}); }) ==
        "misuse: a batch of 0 entries");
}
