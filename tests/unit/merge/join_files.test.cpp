#include "ramet/merge/join_files.hpp"

#include "unit/merge/sample_inputs.hpp"
#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

#include "ramet/array/array_builder.hpp"

using namespace ramet;

TEST_CASE("parts of a table become one file, in the order in which they are named") {
  const auto columns = sample::entries_of(300);
  sample::Inputs inputs;
  std::vector<std::filesystem::path> parts;
  for (const auto& [first, last] : {std::pair{0, 100}, {100, 100}, {100, 300}}) {
    inputs.add([&, first = first, last = last](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, first, last, write::Format::ttree, "a");
    });
    parts.emplace_back(inputs.paths().back());
  }
  const frame::JoinFiles joined = merge::join_files(inputs.session());
  for (int time = 0; time < 2; ++time) {  // the second one replaces the first
    joined(parts, inputs.path("merged.root"));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *inputs.result(), "a/Events"), columns));
  }
}

TEST_CASE("files of different tables are no parts") {
  sample::Inputs inputs;
  for (const std::string type : {"int32", "float64"})
    inputs.add([&](write::ParallelWriter& writer) {
      auto context = writer.add_table({"t", "", {{.name = "x", .type = array::parse_type(type)}}}).context();
      array::ArrayBuilder zeros(array::parse_type(type));
      append_zeros(zeros, 3);
      std::vector<array::Array> rows;
      rows.push_back(std::move(zeros).finish());
      context.extend(rows);
      context.close();
    });
  const frame::JoinFiles joined = merge::join_files(inputs.session());
  const std::vector<std::filesystem::path> parts(inputs.paths().begin(), inputs.paths().end());
  CHECK(sample::error_of([&] { joined(parts, inputs.path("merged.root")); }).find("its 2 parts differ: ") !=
        std::string::npos);
  CHECK(!std::filesystem::exists(inputs.path("merged.root")));
}
