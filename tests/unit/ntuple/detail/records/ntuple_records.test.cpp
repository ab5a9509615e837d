#include "ramet/ntuple/detail/records/ntuple_records.hpp"

#include "unit/write/internal/formats/sample_ntuples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::counting;
using sample::error_of;
using sample::numbers_of;

namespace {

std::size_t group_count(const sample::Disk& disk) {
  return sample::ntuple_of(sample::source_of(disk), "Events").ntuple().groups.size();
}

/// Entries with a second column.
std::vector<array::Array> counting_twice(std::int64_t first, std::size_t count) {
  std::vector<array::Array> columns = counting(first, count);
  columns.push_back(std::move(counting(-first, count).front()));
  return columns;
}

TableWriter counting_ntuple(ParallelWriter& writer, TableOptions options = {}) {
  options.format = Format::rntuple;
  return writer.add_table(sample::counting_schema(), options);
}

}  // namespace

TEST_CASE("ntuple records: the last group grows with each checkpoint, until clusters come in between") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter table = counting_ntuple(*writer);
  FillContext early = table.context();
  FillContext late = table.context();
  for (std::int64_t turn = 0; turn < 3; ++turn) {
    late.extend(counting(10 * turn, 10));
    late.hand_over();
    writer->checkpoint();
    writer->checkpoint();  // nothing is new
    CHECK(group_count(disk) == 1);
    CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "n").size() == 10 * static_cast<std::size_t>(turn + 1));
  }
  early.extend(counting(1000, 5));
  early.close();
  writer->checkpoint();
  late.close();
  writer->close();
  const auto numbers = numbers_of<std::int64_t>(sample::source_of(disk), "n");
  CHECK(numbers.front() == 1000);
  CHECK(numbers.back() == 29);
  CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
}

TEST_CASE("ntuple records: page lists end when they are large, and then stay as they are") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk, {.compression = compression::Settings::from_code(0)});
  table::Schema schema{"Events", "", {}};
  std::vector<array::Array> columns;
  for (int column = 0; column < 1000; ++column) {
    schema.columns.push_back({.name = "c" + std::to_string(column), .type = array::parse_type("int64")});
    columns.push_back(std::move(counting(column, 60).front()));
  }
  TableWriter table = writer->add_table(schema, {.format = Format::rntuple, .cluster_entries = 1});
  FillContext context = table.context();
  context.extend(columns);
  writer->checkpoint();
  CHECK(group_count(disk) == 3);  // of 26 clusters of 1000 columns
  context.extend(columns);
  context.close();
  writer->close();
  CHECK(group_count(disk) == 5);
  CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "c999").size() == 120);
  CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "c999").back() == 999 + 59);
}

TEST_CASE("ntuple records: entries of before a column, and of contexts that do not know it, have zeros in it") {
  for (const int code : {0, 505}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, {.compression = compression::Settings::from_code(code)});
    TableWriter table = counting_ntuple(*writer);
    FillContext first = table.context();
    FillContext refreshed = table.context();
    FillContext ignorant = table.context();
    first.extend(counting(0, 10));
    first.close();
    refreshed.extend(counting(10, 5));
    writer->checkpoint();
    table.add_columns({{.name = "m", .type = array::parse_type("int64")}});
    CHECK(table.schema().columns.size() == 2);
    CHECK(refreshed.schema().columns.size() == 1);
    writer->checkpoint();
    CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "m") == std::vector<std::int64_t>(10, 0));
    refreshed.refresh();
    refreshed.extend(counting_twice(15, 5));
    refreshed.close();
    ignorant.extend(counting(20, 7));
    ignorant.close();
    FillContext last = table.context();
    last.extend(counting_twice(27, 3));
    last.close();
    writer->close();
    std::vector<std::int64_t> wanted(30);
    for (std::int64_t entry = 15; entry < 20; ++entry) wanted[static_cast<std::size_t>(entry)] = entry - 30;
    for (std::int64_t entry = 27; entry < 30; ++entry) wanted[static_cast<std::size_t>(entry)] = entry - 54;
    CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "m") == wanted);
    CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "n").back() == 29);
    CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
  }
}

TEST_CASE("ntuple records: columns of every shape can be added, more than once") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter table = counting_ntuple(*writer, {.cluster_entries = 40});
  FillContext before = table.context();
  FillContext between = table.context(2);
  before.extend(counting(0, 100));
  before.close();
  const std::vector<std::string> types = {"bool",
                                          "string",
                                          "var * {x: float32, s: string}",
                                          "?float64",
                                          "2 * var * int16",
                                          "3 * 2 * uint8",
                                          "{a: int8, b: 2 * bool}"};
  std::vector<array::Array> columns = counting(100, 100);
  for (const std::string& type : types) {
    table.add_columns({{.name = "c" + std::to_string(columns.size()), .type = array::parse_type(type)}});
    columns.push_back(sample::noise_of(type, 100, columns.size()));
    if (columns.size() == 4) {
      between.refresh();  // knows half of them
      between.extend(columns);
    }
  }
  between.close();
  FillContext after = table.context(5);
  after.extend(columns);
  after.close();
  writer->close();
  const auto read = sample::read_fields(sample::source_of(disk), "Events");
  for (std::size_t column = 1; column < columns.size(); ++column) {
    CAPTURE(types[column - 1]);
    REQUIRE(read[column].length() == 300);
    CHECK(sample::is_same(read[column].slice(200, 300), columns[column]));
    if (column < 4) CHECK(sample::is_same(read[column].slice(100, 200), columns[column]));
    const array::Array zeros = read[column].slice(0, 100);
    for (const std::byte byte : zeros.values()) CHECK(byte == std::byte{0});
    if (zeros.kind() == array::Kind::list || zeros.kind() == array::Kind::option)
      CHECK(zeros.list_offsets().back() == 0);
  }
}

TEST_CASE("ntuple records: ends of parts that were filled before and after a column was added share clusters") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter table = counting_ntuple(*writer);
  FillContext narrow = table.context(1);
  FillContext early = table.context(0);
  table.add_columns({{.name = "m", .type = array::parse_type("int64")}});
  FillContext wide = table.context(2);
  for (FillContext* context : {&early, &narrow}) {
    context->extend(counting(context == &early ? 0 : 4, 4));
    context->close();
  }
  wide.extend(counting_twice(8, 4));
  wide.close();
  writer->close();
  CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "n") ==
        std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(numbers_of<std::int64_t>(sample::source_of(disk), "m") ==
        std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 0, -8, -7, -6, -5});
}

TEST_CASE("ntuple records: columns that cannot be added are refused, and nothing changes") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter table = counting_ntuple(*writer);
  CHECK(error_of([&] { table.add_columns({{.name = "n", .type = array::parse_type("int8")}}); }) ==
        "misuse: field 'n' occurs twice");
  CHECK_THROWS_WITH_AS(
      table.add_columns({{.name = "q", .type = array::parse_type("float32"), .packed_range = "[1,2,8]"}}),
      doctest::Contains("begins at 1"), Error);
  table.add_columns({{.name = "q", .type = array::parse_type("float32"), .packed_range = "[0,2,8]"}});
  CHECK(table.schema().columns.size() == 2);
  writer->close();
  CHECK_THROWS_AS(table.add_columns({{.name = "r", .type = array::parse_type("int8")}}), Error);
}

TEST_CASE("ntuple records: projections show members and sizes, also of columns that were added later") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  table::Schema schema = sample::schema_of({"var * {x: float32, s: var * int16}"});
  schema.projections = {{"x", "c0.x"}, {"count", "c0", true}, {"sizes", "c0.s", true}, {"same", "c0"}};
  TableWriter table = writer->add_table(schema, {.format = Format::rntuple, .cluster_entries = 7});
  FillContext context = table.context();
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("var * {x: float32, s: var * int16}", 50, 3));
  columns.push_back(sample::noise_of("float64", 50, 4));
  context.extend(std::span(columns).first(1));
  table.add_columns({{.name = "late", .type = array::parse_type("float64")}}, {{"later", "late"}, {"s", "c0.s"}});
  context.refresh();
  context.extend(columns);
  context.close();
  writer->close();
  const auto source = sample::source_of(disk);
  const auto reader = sample::ntuple_of(source, "Events");
  const auto executor = schedule::make_serial_executor();
  const auto read = [&](std::string_view path) {
    return reader.read(reader.ntuple().at(path), reader.ntuple().all_entries(), {*executor}).slice(50, 100);
  };
  CHECK(sample::is_same(read("x"), read("c0.x")));
  CHECK(sample::is_same(read("s"), read("c0.s")));
  CHECK(sample::is_same(read("same"), columns[0]));
  CHECK(sample::is_same(read("later"), columns[1]));
  CHECK(to_string(read("sizes").type()) == "var * uint64");
  const array::Array counts = read("count");
  for (std::size_t entry = 0; entry < 50; ++entry)
    CHECK(counts.numbers<std::uint64_t>()[entry] ==
          static_cast<std::uint64_t>(columns[0].list_offsets()[entry + 1] - columns[0].list_offsets()[entry]));
}
