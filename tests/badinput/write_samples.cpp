// Writes the undamaged files for badinput.py into a folder, with reproducible bytes.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "unit/tree/samples/sample_columns.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

table::Schema schema_of_all() {
  table::Schema schema{.name = "Events", .title = "one column of each type", .columns = {}};
  for (const char* type : {"int32", "float64", "var * float32", "string", "{a: int8, b: 2 * float64}", "bool",
                           "2 * 2 * uint16", "var * int64"})
    schema.columns.push_back({.name = fmt::format("c{}", schema.columns.size()), .type = array::parse_type(type)});
  for (const char* type : {"var * float64", "var * string", "var * var * int16", "string"})
    schema.columns.push_back({.name = fmt::format("v{}", schema.columns.size()),
                              .type = array::parse_type(type),
                              .form = table::ListForm::standard_vector});
  schema.columns.push_back({.name = "packed", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  return schema;
}

/// Half of the columns are noise, which no codec compresses, and half a repeated value.
std::vector<array::Array> columns_of(const table::Schema& schema, std::size_t entries, std::uint64_t seed) {
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns) {
    const std::string type = to_string(column.type);
    if (columns.size() % 2 == 0) {
      columns.push_back(sample::noise_of(type, entries, seed + columns.size()));
      continue;
    }
    array::ArrayBuilder same(column.type);
    const array::Array one = sample::noise_of(type, 1, seed);
    for (std::size_t entry = 0; entry < entries; ++entry) array::append(same, one);
    columns.push_back(std::move(same).finish());
  }
  return columns;
}

void put_histogram(write::ParallelWriter& file, const std::string& directory, const std::string& name,
                   std::size_t bins) {
  hist::Histogram1D histogram({.name = name, .title = "a sample", .axis_title = "x", .value_title = ""},
                              hist::Axis(hist::RegularAxis{static_cast<std::uint32_t>(bins), 0, 1}));
  sample::Noise noise(bins);
  for (std::size_t fill = 0; fill < 5 * bins; ++fill)
    histogram.fill(static_cast<double>(noise.below(1000)) / 1000, 0.5 + static_cast<double>(fill % 3));
  file.put(directory + "/" + name, histogram);
}

/// A tree filled by two contexts, in clusters of a quarter of the entries, optionally with a checkpoint in between.
void add_table(write::ParallelWriter& file, table::Schema schema, std::size_t entries, bool is_checkpointed) {
  write::TableWriter tree =
      file.add_table(schema, {.cluster_entries = std::max<std::size_t>(entries / 4, 1), .basket_bytes = 2000});
  for (std::uint64_t part = 0; part < 2; ++part) {
    write::FillContext context = tree.context();
    context.extend(columns_of(schema, entries / 2, part + 1));
    context.close();
    if (is_checkpointed) file.checkpoint();
  }
}

void write_sample(const std::filesystem::path& path, int compression, std::size_t entries, bool has_directories) {
  const auto file = write::ParallelWriter::recreate(
      path, {.compression = compression::Settings::from_code(compression), .reproducible = true});
  add_table(*file, schema_of_all(), entries, has_directories);
  put_histogram(*file, "", "spectrum", 50);
  if (has_directories) {
    put_histogram(*file, "a", "small", 2);
    put_histogram(*file, "a/b", "large", 800);
    add_table(*file, {"a/b/Runs", "", {{.name = "n", .type = array::parse_type("int64")}}}, 100, false);
  }
  file->close();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: {} FOLDER\n", arguments[0]);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const int code : {0, 101, 207, 404, 505}) {
    const std::string codec = compression::Settings::from_code(code).to_string();
    const std::string name = codec.substr(0, codec.find(':'));
    write_sample(folder / (name + ".root"), code, 120, false);
    write_sample(folder / (name + "_directories.root"), code, 24, true);
  }
  write_sample(folder / "tiny.root", 505, 2, false);
  return 0;
}
