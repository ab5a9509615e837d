#include "ramet/write/internal/formats/ntuple_format.hpp"

#include "unit/write/internal/formats/sample_ntuples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

table::Schema some_schema() {
  return sample::schema_of({"int32", "var * {x: float32, s: string}", "?float64", "2 * var * bool"});
}

std::vector<array::Array> some_columns(std::size_t entries, std::uint64_t seed) {
  std::vector<array::Array> columns;
  for (const table::Column& column : some_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, seed++));
  return columns;
}

std::vector<array::Array> together(std::vector<std::vector<array::Array>> parts) {
  std::vector<array::Array> columns = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part)
    for (std::size_t column = 0; column < columns.size(); ++column)
      sample::append(columns[column], parts[part][column]);
  return columns;
}

}  // namespace

TEST_CASE("ntuple format: contexts write clusters of one ntuple, in order of their sequence numbers") {
  for (const int code : {0, 505}) {
    const auto disk = sample::empty_disk();
    const auto executor = schedule::make_thread_executor(3);
    const auto writer = sample::writer_to(disk, {.compression = compression::Settings::from_code(code)});
    TableWriter table = writer->add_table(
        sample::in("a/b", some_schema()),
        {.format = Format::rntuple, .cluster_entries = 30, .basket_bytes = 300, .executor = executor.get()});
    FillContext first = table.context();
    FillContext second = table.context();
    second.extend(some_columns(70, 2));
    second.close();
    writer->checkpoint();
    CHECK(table.saved_entries() == 70);
    CHECK(sample::is_same(sample::read_fields(sample::source_of(disk), "a/b/Events"), some_columns(70, 2)));
    first.extend(some_columns(50, 1));
    first.close();
    writer->close();
    const auto wanted = [] {
      std::vector<std::vector<array::Array>> parts;
      parts.push_back(some_columns(50, 1));
      parts.push_back(some_columns(70, 2));
      return together(std::move(parts));
    }();
    CHECK(sample::is_same(sample::read_fields(sample::source_of(disk), "a/b/Events"), wanted));
    CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
    const TableReport report = table.report();
    CHECK(report.entries == 120);
    CHECK(report.clusters == 5);
    CHECK(report.compressed_bytes > 0);
    CHECK(report.uncompressed_bytes >= report.compressed_bytes);
  }
}

TEST_CASE("ntuple format: columns have their own compression, and are split only if they are compressed") {
  const auto disk = sample::empty_disk();
  const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  table::Schema schema = sample::schema_of({"int32", "var * int32", "int32"});
  schema.columns[1].compression = compression::Settings::parse("lz4:4");
  schema.columns[2].compression = compression::Settings::parse("none");
  const internal::NTupleFormat format(file->area(), {{0}, file->seek_of({0})}, schema,
                                      {compression::Settings::parse("zstd:1")});
  std::vector<array::Array> columns;
  columns.push_back(sample::column_of(std::vector<std::int32_t>(1000, 7)));
  columns.push_back(sample::column_of(std::vector<std::vector<std::int32_t>>(1000, {1, 2, 3})));
  columns.push_back(sample::column_of(std::vector<std::int32_t>(1000, 7)));
  const auto job = format.begin(columns, 0, 1000, false);
  internal::Encoders encoders;
  std::vector<std::string> found;
  for (std::size_t part = 0; part < job->part_count(); ++part) {
    bytes::Buffer encoded;
    internal::EncodedPart described;
    job->encode(part, encoders, encoded, described, {});
    found.emplace_back(reinterpret_cast<const char*>(encoded.data()), 3);
  }
  const std::string as_it_is("\7\0\0", 3);  // a split number would begin with the first byte of each
  CHECK(found == std::vector<std::string>{"ZS\1", "L4\1", "L4\1", as_it_is});
}

TEST_CASE("ntuple format: an ntuple without entries can be read") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  writer->add_table(some_schema(), {.format = Format::rntuple});
  writer->close();
  CHECK(sample::read_fields(sample::source_of(disk), "Events")[0].length() == 0);
}

TEST_CASE("ntuple format: trees and ntuples share a file, but not a name") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter one = writer->add_table(sample::counting_schema());
  table::Schema schema = sample::counting_schema();
  CHECK_THROWS_AS(writer->add_table(schema, {.format = Format::rntuple}), Error);
  schema.name = "Second";
  TableWriter two = writer->add_table(schema, {.format = Format::rntuple});
  for (TableWriter* table : {&one, &two}) {
    FillContext context = table->context();
    context.extend(sample::counting(7, 3));
    context.close();
  }
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(7, 3)));
  CHECK(sample::is_same(sample::read_fields(sample::source_of(disk), "Second"), sample::counting(7, 3)));
}

TEST_CASE("ntuple format: pages have checksums unless switched off") {
  for (const bool page_checksums : {true, false}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk);
    TableWriter table = writer->add_table(some_schema(), {.format = Format::rntuple, .page_checksums = page_checksums});
    FillContext context = table.context();
    context.extend(some_columns(70, 2));
    context.close();
    writer->close();
    CHECK(sample::is_same(sample::read_fields(sample::source_of(disk), "Events"), some_columns(70, 2)));
    CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
  }
}
