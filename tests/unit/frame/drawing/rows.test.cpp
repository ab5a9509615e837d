#include "ramet/frame/drawing/rows.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::RowEntries;
using frame::RowsQuery;

namespace {

RowsQuery query(const frame::Source& source, const std::string& text, const std::string& cut, EntryRange range) {
  return RowsQuery::compile(source, std::span(&text, 1), cut, range);
}

}  // namespace

TEST_CASE("rows are the elements that pass, in order, for any number of threads") {
  for (const std::size_t threads : {1, 4}) {
    const sample::Place place(threads);
    const frame::Source source = sample::two_hundred(place);
    const auto rows = frame::collect_rows(query(source, "v:x", "x>95", {{0}, {200}}), RowEntries::kept, place.options);
    CHECK(rows.values[0] == std::vector<double>{97, 98, 98, 97, 98, 98});
    CHECK(rows.values[1] == rows.values[0]);
    CHECK(rows.entries == std::vector<std::uint64_t>{97, 98, 98, 197, 198, 198});
    CHECK(rows.weights.empty());
    CHECK(rows.count == 6);
  }
}

TEST_CASE("the cut is a weight, and so is that of the tree") {
  const sample::Place place;
  RowsQuery asked = query(sample::hundred(place), "x", "(x>97)*y", {{0}, {100}});
  asked.weight = 2;
  CHECK(frame::collect_rows(asked, RowEntries::left_out, place.options).weights == std::vector<double>{98, 99});
}

TEST_CASE("entries are counted in the source and in their files; some are listed") {
  const sample::Place place(2);
  RowsQuery asked = query(sample::two_hundred(place), "Entry$:LocalEntry$:Entries$", "", {{0}, {200}});
  const std::uint64_t listed[] = {3, 4, 99, 100, 142};
  asked.listed = listed;
  const auto rows = frame::collect_rows(asked, RowEntries::left_out, place.options);
  CHECK(rows.values[0] == std::vector<double>{3, 4, 99, 100, 142});
  CHECK(rows.values[1] == std::vector<double>{3, 4, 99, 0, 42});
  CHECK(rows.values[2] == std::vector<double>(5, 200));
}

TEST_CASE("texts are numbered in the order in which they come") {
  const sample::Place place(3);
  std::vector<std::string> words;
  for (int k = 0; k < 40; ++k) words.push_back(k % 3 == 0 ? "b" : k > 30 ? "c" : "a");
  sample::write_tree(place.folder / "words.root", {{"w", sample::column_of(words)}}, 8);
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "words.root"), "Events"));
  const auto rows = frame::collect_rows(query(source, "w", "", {{0}, {40}}), RowEntries::left_out, place.options);
  CHECK(rows.labels[0] == std::vector<std::string>{"b", "a", "c"});
  CHECK(rows.values[0][0] == 0);
  CHECK(rows.values[0][1] == 1);
  CHECK(rows.values[0][32] == 2);
}

TEST_CASE("entries without a value have no rows") {
  const sample::Place place;
  sample::write_tree(place.folder / "friend.root", {{"f", sample::column_of(std::vector<std::int32_t>{7, 3, 50})},
                                                    {"g", sample::column_of(std::vector<double>{70, 30, 500})}});
  sample::write_hundred(place);
  const auto other = std::make_shared<const dataset::Dataset>(place.session, place.at("friend.root") + ":Events");
  const auto index = dataset::make_index(*other, "f", "", place.options);
  const auto joined = std::make_shared<const dataset::Dataset>(
      place.session, place.at("hundred.root") + ":Events",
      dataset::DatasetOptions{.friends = {{"o", other, index, "x", "", dataset::Unmatched::option}}});
  const auto rows =
      frame::collect_rows(query(frame::Source(joined), "o.g+x", "x<40", {{0}, {100}}), RowEntries::kept, place.options);
  CHECK(rows.entries == std::vector<std::uint64_t>{3, 7});
  CHECK(rows.values[0] == std::vector<double>{33, 77});
}

TEST_CASE("rows come in parts, in order, until enough were seen") {
  const sample::Place place(2);
  constexpr int entries = 100'000;
  sample::write_tree(place.folder / "x.root", {{"x", sample::count_from<double>(0, entries)}}, 1000);
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "x.root"), "Events"));
  double next = 0;
  std::size_t parts = 0;
  frame::for_rows_in_parts(query(source, "x", "", {{0}, {entries}}), RowEntries::left_out, place.options,
                           [&](const frame::DrawnRows& rows) {
                             for (const double x : rows.values[0]) CHECK(x == next++);
                             return ++parts < 3;
                           });
  CHECK(parts == 3);
}
