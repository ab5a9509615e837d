#include "ramet/dataset/internal/ntuple_table.hpp"

#include <algorithm>

#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::dataset;

namespace {

/// Two clusters of the ntuple of all kinds of fields: 7 and 5 entries.
std::shared_ptr<const io::ByteSource> sample_file() {
  return io::source_of(sample::NTupleFile(sample::events({}, {7, 5})).contents, "sample.root");
}

const Column& column_of(const std::vector<Column>& columns, std::string_view name) {
  return *std::ranges::find(columns, name, &Column::name);
}

}  // namespace

TEST_CASE("ntuple table: fields are described as all formats describe their columns") {
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  const auto file = session.open(sample_file());
  const auto table = open_table(file, "ntpl");
  CHECK(is_table(file->reader().key("ntpl")));
  CHECK(table->entries() == 12);
  CHECK(table->cluster_starts() == std::vector<std::uint64_t>{0, 7, 12});
  const auto columns = table->columns();
  CHECK(column_of(columns, "x").type == array::parse_type("float32"));
  CHECK(column_of(columns, "x").type_name == "float");
  CHECK(column_of(columns, "x").uncompressed_bytes >= 48);
  CHECK(column_of(columns, "v").type == array::parse_type("var * float64"));
  CHECK_FALSE(column_of(columns, "pair").is_nested);
  CHECK(std::ranges::any_of(columns, [](const Column& column) {
    return column.name.starts_with("pair.") && column.is_nested && column.own_name == column.name.substr(5);
  }));
  CHECK(table->find("v")->type == array::parse_type("var * float64"));
  CHECK_FALSE(table->find("none").has_value());
}

TEST_CASE("ntuple table: numbers of few bits are told as they were asked for") {
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  auto sink = std::make_unique<io::MemorySink>();
  const io::MemorySink& memory = *sink;
  const auto writer = write::ParallelWriter::create(std::move(sink));
  table::Schema schema{.name = "t", .columns = {}};
  const auto add = [&](std::string type, std::string range, bool is_half = false) {
    schema.columns.push_back({.name = fmt::format("c{}", schema.columns.size()),
                              .type = array::parse_type(type),
                              .packed_range = std::move(range),
                              .half_precision = is_half});
  };
  add("float32", "[0,1,8]");
  add("var * float32", "[-0.1,1e-05,31]");
  add("float64", "[0,0,10]");
  add("float64", "[]");
  add("float32", "", true);
  add("float32", "");
  add("{a: float32, b: int32}", "[0,3,2]");
  static_cast<void>(writer->add_table(schema, {.format = write::Format::rntuple}));
  writer->close();
  const auto columns = open_table(session.open(io::source_of(memory.contents())), "t")->columns();
  for (std::size_t column = 0; column < schema.columns.size(); ++column) {
    const PackedNumbers& packed = column_of(columns, schema.columns[column].name).packed;
    CAPTURE(column);
    CHECK(packed.range == schema.columns[column].packed_range);
    CHECK(packed.half_precision == schema.columns[column].half_precision);
  }
}

TEST_CASE("ntuple table: they outlive the file that they were asked of, and read what the ntuple has") {
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  const auto table = open_table(session.open(sample_file()), "ntpl");
  const ReadOptions options{*executor};
  const std::vector<std::string> names = {"n", "x"};
  const auto columns = table->read(names, {{6}, {9}}, options);
  CHECK(columns[0].numbers<std::int32_t>()[0] == -11);
  CHECK(columns[1].numbers<float>()[2] == 4);
  std::uint64_t entries = 0;
  double sum = 0;
  table->for_each_batch(names, {{0}, {12}}, 4, options, [&](EntryRange range, std::span<const array::Array> batch) {
    entries += range.size();
    for (const float x : batch[1].numbers<float>()) sum += x;
  });
  CHECK(entries == 12);
  CHECK(sum == 33);
}
