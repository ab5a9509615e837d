// Existing ntuples, to which a ParallelWriter appends.
#include "fault/faulty_io.hpp"
#include "integration/sample_updates.hpp"
#include "unit/write/internal/formats/sample_ntuples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;
using sample::update;

namespace {

table::Schema mixed_schema() {
  auto schema =
      sample::schema_of({"int32", "var * float32", "string", "{a: int8, b: 2 * float64}", "3 * uint16",
                         "var * var * int64", "?int16", "var * {a: string, b: var * bool}", "union[int8, string]"});
  schema.projections.push_back({.name = "sizes", .source = schema.columns[1].name, .sizes = true});
  return schema;
}

std::vector<array::Array> mixed_columns(std::size_t entries) {
  std::vector<array::Array> columns;
  std::uint64_t seed = 1;
  for (const table::Column& column : mixed_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, seed++));
  return columns;
}

void extend(const TableWriter& table, std::span<const array::Array> columns) {
  TableWriter same = table;
  auto context = same.context();
  context.extend(columns);
  context.close();
}

/// The values of fields with columns of their own.
std::vector<array::Array> read(const sample::Disk& disk, const std::string& name = "Events") {
  std::vector<array::Array> columns = sample::read_fields(sample::source_of(disk), name);
  columns.resize(std::min(columns.size(), mixed_schema().columns.size()));
  return columns;
}

sample::Disk counting_file(std::size_t entries, WriterOptions options = {}) {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk, options);
  extend(writer->add_table(sample::counting_schema(), {.format = Format::rntuple, .cluster_entries = 100}),
         sample::counting(0, entries));
  writer->close();
  return disk;
}

std::vector<std::int64_t> numbers_of(const sample::Disk& disk, std::string_view field) {
  return sample::numbers_of<std::int64_t>(sample::source_of(disk), field);
}

}  // namespace

TEST_CASE("updating ntuples: entries of all types are added, in several updates, and read back in order") {
  const auto columns = mixed_columns(500);
  for (const std::string directory : {"", "dir"}) {
    const auto disk = sample::empty_disk();
    {
      const auto writer = sample::writer_to(disk);
      extend(
          writer->add_table(sample::in(directory, mixed_schema()), {.format = Format::rntuple, .cluster_entries = 30}),
          sample::slices(columns, 0, 100));
      writer->close();
    }
    for (const auto& [first, last] : {std::pair(100U, 101U), std::pair(101U, 350U), std::pair(350U, 500U)}) {
      const auto writer = update(disk);
      const TableWriter table = writer->open_table(directory + "/Events", {.cluster_entries = 40});
      CHECK(table.saved_entries() == first);
      extend(table, sample::slices(columns, first, last));
      writer->close();
      CHECK(table.saved_entries() == last);
      const std::string path = directory.empty() ? "Events" : directory + "/Events";
      CHECK(sample::is_same(read(disk, path), sample::slices(columns, 0, last)));
      const auto sizes = sample::numbers_of<std::uint64_t>(sample::source_of(disk), "sizes", path);
      CHECK(sizes.size() == last);
      CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
    }
  }
}

TEST_CASE("updating ntuples: entries can be added to an empty ntuple") {
  const auto disk = counting_file(0);
  const auto writer = update(disk);
  extend(writer->open_table("Events"), sample::counting(0, 50));
  writer->close();
  CHECK(sample::is_same(read(disk), sample::counting(0, 50)));
}

TEST_CASE("updating ntuples: without new entries nothing changes, and existing clusters stay in place") {
  const auto disk = counting_file(1000);
  const auto before = disk->contents();
  auto writer = update(disk);
  writer->open_table("Events").context().close();
  writer->close();
  CHECK(std::ranges::equal(disk->contents().span(), before.span()));
  const auto first_page = [&] {
    return sample::ntuple_of(sample::source_of(disk), "Events").ntuple().groups.front().page_list.locator.offset;
  };
  const auto place = first_page();
  writer = update(disk);
  extend(writer->open_table("Events"), sample::counting(1000, 10));
  writer->close();
  CHECK(first_page() == place);
  CHECK(numbers_of(disk, "n").size() == 1010);
}

TEST_CASE("updating ntuples: late columns stay, more are added, and entries without them have zeros") {
  const auto counted = [](std::int64_t first, std::size_t count, std::size_t columns) {
    std::vector<array::Array> all;
    for (std::size_t column = 0; column < columns; ++column)
      all.push_back(std::move(sample::counting(first, count).front()));
    return all;
  };
  const auto add = [](TableWriter& table, const std::string& name) {
    table.add_columns({{.name = name, .type = array::parse_type("int64")}});
  };
  const auto disk = sample::empty_disk();
  auto writer = sample::writer_to(disk);
  TableWriter table = writer->add_table(sample::counting_schema(), {.format = Format::rntuple});
  extend(table, counted(0, 10, 1));
  writer->checkpoint();
  add(table, "late");
  extend(table, counted(10, 10, 2));
  writer->checkpoint();
  add(table, "last");
  writer->close();

  writer = update(disk);
  table = writer->open_table("Events");
  CHECK(table.schema().columns.size() == 3);
  extend(table, counted(20, 10, 3));
  writer->checkpoint();
  add(table, "new");
  CHECK(error_of([&] { add(table, "late"); }).starts_with("misuse: "));
  extend(table, counted(30, 10, 4));
  writer->close();
  writer = update(disk);
  extend(writer->open_table("Events"), counted(40, 5, 4));
  writer->close();

  const auto wanted = [](std::int64_t first) {
    std::vector<std::int64_t> numbers(45);
    for (std::int64_t n = first; n < 45; ++n) numbers[static_cast<std::size_t>(n)] = n;
    return numbers;
  };
  CHECK(numbers_of(disk, "n") == wanted(0));
  CHECK(numbers_of(disk, "late") == wanted(10));
  CHECK(numbers_of(disk, "last") == wanted(20));
  CHECK(numbers_of(disk, "new") == wanted(30));
}

TEST_CASE("updating ntuples: many contexts add in the order of their parts while checkpoints are made") {
  const auto disk = counting_file(1000);
  const auto writer = update(disk);
  TableWriter table = writer->open_table("Events", {.cluster_entries = 50});
  constexpr std::size_t parts = 8;
  sample::fill_side_by_side(table, parts, 1000, 100, [&] {
    writer->checkpoint();
    auto now = read(disk);
    CHECK(now[0].length() >= 1000);
    CHECK(sample::is_same(sample::slices(now, 0, 1000), sample::counting(0, 1000)));
  });
  writer->close();
  CHECK(sample::is_same(read(disk), sample::counting(0, 1000 + parts * 1000)));
}

TEST_CASE("updating ntuples: after any failed write, the ntuple has its old or its new entries") {
  const auto old = sample::counting(0, 200);
  const auto all = sample::counting(0, 500);
  bool done = false;
  for (std::uint64_t call = 0; !done; ++call) {
    CAPTURE(call);
    const auto disk = counting_file(200);
    try {
      const auto writer = ParallelWriter::update(
          std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.fail_at_call = call}), sample::source_of(disk));
      extend(writer->open_table("Events", {.cluster_entries = 100}), sample::counting(200, 300));
      writer->close();
      done = true;
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
    const auto found = read(disk);
    CHECK((sample::is_same(found, all) || (!done && sample::is_same(found, old))));
  }
}

TEST_CASE("updating ntuples: the space of replaced page lists and footers is reused") {
  const auto disk = counting_file(1000, {.compression = compression::Settings::from_code(0)});
  const auto grow = [&](std::int64_t turns) {
    const auto writer = update(disk);
    TableWriter table = writer->open_table("Events");
    auto context = table.context();
    const std::size_t before = disk->contents().size();
    for (std::int64_t turn = 0; turn < turns; ++turn) {
      context.extend(sample::counting(turn, 1));
      writer->checkpoint();
    }
    context.close();
    writer->close();
    return disk->contents().size() - before;
  };
  // A page of one number, its key, its mark, and the key of the list that grows by one cluster.
  CHECK(grow(100) < 100 * 1000);
}
