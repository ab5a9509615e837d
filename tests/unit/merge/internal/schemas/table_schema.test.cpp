#include "ramet/merge/internal/schemas/table_schema.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

TableSchema of(std::vector<std::string> paths) {
  TableSchema schema;
  for (std::string& path : paths) schema.columns.push_back({path, "int", path == "y" ? "Y" : "I"});
  return schema;
}

}  // namespace

TEST_CASE("table schema: columns are found in another order, unless a path occurs twice") {
  CHECK(matching_columns(of({"x", "y"}), of({"y", "x"})) == std::vector<std::size_t>{1, 0});
  CHECK_FALSE(matching_columns(of({"x", "y"}), of({"x"})));
  CHECK_FALSE(matching_columns(of({"x", "y"}), of({"x", "z"})));
  CHECK(matching_columns(of({"x", "x"}), of({"x", "x"})) == std::vector<std::size_t>{0, 1});
  CHECK_FALSE(matching_columns(of({"x", "x", "y"}), of({"y", "x", "x"})));
}

TEST_CASE("table schema: trees and ntuples that are written alike have equal ones, others not") {
  const auto columns = sample::entries_of(10);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    for (std::size_t last = 5; last < 7; ++last)
      files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, last, format); });
    std::vector<TableSchema> schemas;
    for (const std::string& path : files.paths()) {
      const auto file = files.session().open(std::filesystem::path(path));
      schemas.push_back(format == write::Format::ttree ? schema_of(file->tree("Events")->tree())
                                                       : schema_of(file->ntuple("Events")->ntuple()));
    }
    CHECK(schemas[0] == schemas[1]);
    CHECK(schemas[0].columns.size() >= 3);
  }
}
