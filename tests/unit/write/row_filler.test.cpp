#include "ramet/write/row_filler.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

struct Event {
  std::int64_t number = 0;
  float weight = 0;
  bool good = false;
  std::vector<double> energies;
  std::array<std::int16_t, 3> cells{};
  std::string tag;
};

Event event_of(int i) {
  return {i,
          0.5F * static_cast<float>(i),
          i % 2 == 0,
          std::vector<double>(static_cast<std::size_t>(i % 3), i),
          {static_cast<std::int16_t>(i), 2, 3},
          std::string(static_cast<std::size_t>(i % 4), 't')};
}

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::tuple(member("number", &Event::number), member("weight", &Event::weight), member("good", &Event::good),
                 member("energies", &Event::energies), member("cells", &Event::cells), member("tag", &Event::tag));
};

TEST_CASE("row filler: rows that are filled are the entries that are read") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Event>("Events"), {.cluster_entries = 7});
  FillContext context = tree.context();
  RowFiller<Event> rows(context);
  for (int i = 0; i < 50; ++i) rows.fill(event_of(i));
  context.close();
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), tree.schema());
  for (int i = 0; i < 50; ++i) {
    const auto row = static_cast<std::size_t>(i);
    const Event event = event_of(i);
    CHECK(columns[0].numbers<std::int64_t>()[row] == event.number);
    CHECK(columns[1].numbers<float>()[row] == event.weight);
    CHECK(columns[2].numbers<bool>()[row] == event.good);
    CHECK(sample::is_same(array::slice(columns[3], row, row + 1),
                          sample::column_of<std::vector<double>>({event.energies})));
    CHECK(columns[4].contents[0].numbers<std::int16_t>()[3 * row] == event.cells[0]);
    CHECK(sample::is_same(array::slice(columns[5], row, row + 1), sample::column_of<std::string>({event.tag})));
  }
}

TEST_CASE("row filler: a tree without a member's column, or with one of another type, is refused") {
  const auto writer = sample::writer_to(sample::empty_disk());
  TableWriter other = writer->add_table(sample::counting_schema());
  FillContext context = other.context();
  CHECK(
      error_of([&] { RowFiller<Event> rows(context); }).starts_with("not_found: no column 'number' in tree 'Events'"));
  context.close();
  table::Schema schema = table::schema_of<Event>("Second");
  schema.columns[1].type = array::parse_type("float64");
  FillContext second = writer->add_table(schema).context();
  CHECK(error_of([&] { RowFiller<Event> rows(second); }) == "misuse: column 'weight' is of type float64, not float32");
  second.close();
  writer->close();
}

namespace {

struct Header {
  std::int32_t run = 0;
  std::vector<std::array<float, 2>> beams;
};

struct Plain : Header {
  double value = 0;
};

}  // namespace

template <>
struct ramet::array::Description<Header> {
  static constexpr auto members = std::tuple(member("run", &Header::run), member("beams", &Header::beams));
};
template <>
struct ramet::array::Description<Plain> {
  using bases = std::tuple<Header>;
  static constexpr auto members = std::tuple(member("value", &Plain::value));
};

TEST_CASE("row filler: the members of bases are columns, too") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Plain>("Events"));
  FillContext context = tree.context();
  RowFiller<Plain> rows(context);
  Plain row;
  row.run = 7;
  row.value = 1.5;
  rows.fill(row);
  context.close();
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), tree.schema());
  CHECK(columns[0].numbers<std::int32_t>()[0] == 7);
  CHECK(columns[2].numbers<double>()[0] == 1.5);
}

TEST_CASE("row filler: it fills on when its context was moved with it") {
  struct Stream {
    explicit Stream(TableWriter& tree)
        : context(tree.context()), rows(context), tags(context.column<double>("value")) {}
    FillContext context;
    RowFiller<Plain> rows;
    ColumnFiller<double> tags;
  };
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Plain>("Events"), {.cluster_entries = 10});
  {
    std::vector<Stream> streams;
    for (int number = 0; number < 20; ++number) {
      streams.emplace_back(tree);
      Plain row;
      row.run = number;
      for (Stream& stream : streams) stream.rows.fill(row);
    }
    Stream last = std::move(streams.front());
    last.rows.fill({});
    for (std::size_t number = 1; number < streams.size(); ++number) streams[number].context.close();
    last.context.close();
  }
  writer->close();
  CHECK(sample::read_all(sample::source_of(disk), tree.schema())[0].length == 20 * 21 / 2 + 1);
}
