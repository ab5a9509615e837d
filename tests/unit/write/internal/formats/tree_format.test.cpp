#include "ramet/write/internal/formats/tree_format.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

std::unique_ptr<file::FileWriter> new_file(const sample::Disk& disk) {
  return file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
}

}  // namespace

TEST_CASE("tree format: parts are encoded, placed and described") {
  const auto disk = sample::empty_disk();
  const auto file = new_file(disk);
  const table::Schema schema = sample::schema_of({"int32", "var * float32"});
  internal::TreeFormat format(file->area(), {{0}, file->seek_of({0})}, schema, 100,
                              compression::Settings::from_code(505));
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns)
    columns.push_back(sample::noise_of(to_string(column.type), 100, 5 + columns.size()));
  internal::Encoders encoders;
  std::vector<table::ClusterDescriptor> clusters;
  for (const std::size_t first : {0, 50}) {
    const auto job = format.begin(columns, first, first + 50, false);
    REQUIRE(job->part_count() == 3);  // with the counter
    table::ClusterDescriptor& cluster = clusters.emplace_back();
    cluster.entries = 50;
    bytes::Buffer encoded(format.head_size(false));
    for (std::size_t number = 0; number < job->part_count(); ++number) {
      internal::EncodedPart part;
      job->encode(number, encoders, encoded, part, {});
      CHECK(part.pieces.size() > 1);
      cluster.pieces.insert(cluster.pieces.end(), part.pieces.begin(), part.pieces.end());
      cluster.pieces_of_part.push_back(static_cast<std::uint32_t>(part.pieces.size()));
      cluster.part_numbers.push_back(part.number);
    }
    const io::Extent extent = file->take_extent(encoded.size());
    format.place(encoded.span(), cluster.pieces, false, extent.offset);
    file->sink().write_at(extent.offset, encoded.span());
  }
  format.describe(*file, clusters);
  format.describe(*file, clusters);  // takes the place of the first
  file->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), schema), columns));
  CHECK(sample::open(disk)->root().keys.size() == 1);
  CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
}

TEST_CASE("tree format: columns and the counters of their lists have their own compression") {
  const auto disk = sample::empty_disk();
  const auto file = new_file(disk);
  table::Schema schema = sample::schema_of({"int32", "var * int32", "int32"});
  schema.columns[1].compression = compression::Settings::parse("lz4:4");
  schema.columns[2].compression = compression::Settings::parse("none");
  const internal::TreeFormat format(file->area(), {{0}, file->seek_of({0})}, schema, 100'000,
                                    compression::Settings::parse("zstd:1"));
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
    const std::string text(reinterpret_cast<const char*>(encoded.data()), encoded.size());
    found.emplace_back(text.find("ZS\1") != std::string::npos   ? "zstd"
                       : text.find("L4\1") != std::string::npos ? "lz4"
                                                                : "none");
  }
  CHECK(found == std::vector<std::string>{"zstd", "lz4", "lz4", "none"});
}

TEST_CASE("tree format: lists with a common counter must have equal lengths, and trees a name") {
  const auto disk = sample::empty_disk();
  const auto file = new_file(disk);
  table::Schema schema = sample::schema_of({"var * int32", "var * int32"});
  for (table::Column& column : schema.columns) column.counter = "n";
  const internal::TreeFormat format(file->area(), {{0}, file->seek_of({0})}, schema, 200, {});
  std::vector<array::Array> columns;
  columns.push_back(sample::column_of(std::vector<std::vector<std::int32_t>>{{1}, {2, 3}}));
  columns.push_back(sample::column_of(std::vector<std::vector<std::int32_t>>{{1}, {2}}));
  const auto offsets_of = [&](std::size_t column) { return columns[column].list_offsets(); };
  CHECK_NOTHROW(format.check(offsets_of, 0, 1));
  CHECK(error_of([&] { format.check(offsets_of, 0, 2); }).find("share the counter 'n'") != std::string::npos);
  schema.name = "";
  CHECK(error_of([&] {
          internal::TreeFormat(file->area(), {{0}, file->seek_of({0})}, schema, 200, {});
        }).find("no name") != std::string::npos);
}

TEST_CASE("tree format: a tree can neither get columns later nor have projections") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter table = writer->add_table(sample::counting_schema());
  CHECK(error_of([&] { table.add_columns({{.name = "m", .type = array::parse_type("int8")}}); }) ==
        "misuse: 'Events' is a tree: columns can only be added to ntuples");
  CHECK(table.schema().columns.size() == 1);
  table::Schema schema = sample::counting_schema();
  schema.name = "Other";
  schema.projections.push_back({"same", "n"});
  CHECK_THROWS_AS(writer->add_table(schema), Error);
}
