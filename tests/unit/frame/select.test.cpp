#include "ramet/frame/select.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Query;

namespace {

std::vector<double> doubles(const array::Array& array) {
  const auto numbers = array.numbers<double>();
  return {numbers.begin(), numbers.end()};
}

}  // namespace

TEST_CASE("values are those of the entries that pass, in their order, for any number of threads") {
  const std::string texts[] = {"y * 2. + x", "Sum(v * 2)", "v"};
  for (const std::size_t threads : {1, 4}) {
    const sample::Place place(threads);
    for (const frame::Source& source : {sample::hundred(place), sample::two_hundred(place)}) {
      const Query query = Query::compile(source, texts, "x > 90 && x % 2 == 0");
      const auto columns = frame::select(source, query, {{0}, {100}}, place.options);
      CHECK(doubles(columns[0]) == std::vector<double>{184, 188, 192, 196});
      CHECK(columns[1].length() == 4);
      CHECK(columns[2].items().length() == 92 % 3 + 94 % 3 + 96 % 3 + 98 % 3);
    }
  }
}

TEST_CASE("mistakes in entries that do not pass do not happen") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  const std::string texts[] = {"v.at(1) * 1."};
  const auto columns =
      frame::select(source, Query::compile(source, texts, "v.size() > 1"), {{0}, {100}}, place.options);
  CHECK(columns[0].length() == 33);
  CHECK(sample::error_of([&] {
          frame::select(source, Query::compile(source, texts), {{0}, {100}}, place.options);
        }).find("entry 0") != std::string::npos);
}

TEST_CASE("the range and the list of entries limit what is looked at") {
  const sample::Place place(2);
  const frame::Source source = sample::two_hundred(place);
  const std::string texts[] = {"x + 0."};
  const Query query = Query::compile(source, texts);
  CHECK(doubles(frame::select(source, query, {{98}, {103}}, place.options)[0]) == std::vector<double>{98, 99, 0, 1, 2});
  const std::uint64_t listed[] = {2, 99, 101, 150};
  CHECK(doubles(frame::select(source, query, {{1}, {150}}, listed, place.options)[0]) == std::vector<double>{2, 99, 1});
  CHECK(frame::select(source, query, {{7}, {7}}, place.options)[0].length() == 0);
  CHECK(frame::select_entries(source, Query::compile(source, texts, "x == 5"), {{0}, {200}}, place.options) ==
        std::vector<std::uint64_t>{5, 105});
}

TEST_CASE("parts come in order, until enough were seen") {
  const sample::Place place(3);
  constexpr int entries = 100'000;
  sample::write_tree(place.folder / "x.root", {{"x", sample::count_from<double>(0, entries)}}, 1000);
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "x.root"), "Events"));
  const std::string texts[] = {"x"};
  const Query query = Query::compile(source, texts, "x < 90000");
  double next = 0;
  std::size_t parts = 0;
  frame::select_in_parts(source, query, {{0}, {entries}}, place.options, [&](std::span<const array::Array> columns) {
    for (const double x : columns[0].numbers<double>()) CHECK(x == next++);
    return ++parts < 4;
  });
  CHECK(parts == 4);
  CHECK(next == 68'000);
}
