#include "ramet/dataset/internal/ntuple_table.hpp"

#include <algorithm>

#include "unit/ntuple/samples/sample_events.hpp"
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
