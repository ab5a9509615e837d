#include "ramet/merge/internal/tables/kept_types.hpp"  // IWYU pragma: keep

#include <algorithm>
#include <string>
#include <vector>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/object/detail/array_type.hpp"

using namespace ramet;

namespace {

/// A file with an ntuple or tree of five entries.
void add_table(sample::Inputs& files, const table::Schema& schema, write::Format format) {
  files.add([&](write::ParallelWriter& writer) {
    std::vector<array::Array> values;
    for (const table::Column& column : schema.columns) values.push_back(sample::noise_of(to_string(column.type), 5, 7));
    write::TableWriter table = writer.add_table(schema, {.format = format});
    write::FillContext context = table.context();
    context.extend(values);
    context.close();
  });
}

void add_ntuple(sample::Inputs& files, const table::Schema& schema) {
  add_table(files, schema, write::Format::rntuple);
}

table::Schema schema_of_types(const std::vector<std::string>& types,
                              const std::vector<schema::ClassSpec>& classes = {}) {
  table::Schema schema{.name = "Events", .title = {}, .columns = {}, .classes = classes};
  for (const std::string& type : types)
    schema.columns.push_back({.name = "c" + std::to_string(schema.columns.size()),
                              .type = object::array_type_of(type, classes),
                              .type_name = type});
  return schema;
}

std::vector<std::string> types_in_file(const sample::Inputs& files) {
  const dataset::Dataset dataset(files.session(), files.path("merged.root") + ":Events");
  std::vector<std::string> types;
  for (const dataset::Column& column : dataset.columns())
    if (!column.is_nested && column.name.find('.') == std::string::npos) types.push_back(column.type_name);
  return types;
}

}  // namespace

TEST_CASE("kept types: fields keep types that arrays do not tell apart, if all inputs have the same") {
  const std::vector<std::string> types = {"std::set<std::int32_t>", "std::pair<std::int32_t,float>", "std::bitset<9>",
                                          "std::map<std::int32_t,float>", "std::tuple<float,char>"};
  sample::Inputs alike;
  add_ntuple(alike, schema_of_types(types));
  table::Schema reversed = schema_of_types(types);
  std::ranges::reverse(reversed.columns);
  add_ntuple(alike, reversed);
  const merge::MergeReport report = alike.merged();
  REQUIRE(report.is_written);
  CHECK(report.plan.objects.at(0).way == merge::Way::rewrite);
  CHECK(types_in_file(alike) == types);
  sample::Inputs other;
  add_ntuple(other, schema_of_types({"std::set<std::int32_t>"}));
  add_ntuple(other, schema_of_types({"std::set<std::int64_t>"}));
  REQUIRE(other.merged({.on_other_type = merge::OnOtherType::convert}).is_written);
  CHECK(types_in_file(other) == std::vector<std::string>{"std::vector<std::int64_t>"});
}

TEST_CASE("kept types: classes keep their names, versions and checksums, with bases and members of few bits") {
  const std::vector<schema::ClassSpec> classes = {
      {.name = "Base", .version = 4, .members = {{"id", "std::int32_t"}}},
      {.name = "Point", .version = 3, .bases = {"Base"}, .members = {{"x", "float"}, {"y", "Double32_t"}}}};
  const std::vector<std::string> types = {"Point", "std::vector<Point>", "std::optional<Point>", "std::int32_t"};
  sample::Inputs files;
  add_ntuple(files, schema_of_types(types, classes));
  add_ntuple(files, schema_of_types(types, classes));
  const auto checksum_in = [&](const std::string& path) {
    const auto reader = files.session().open(std::filesystem::path(path))->ntuple("Events");
    const ntuple::Field& field = reader->ntuple().at("c0");
    return std::pair(field.type_version, field.type_checksum);
  };
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
  options.tables.where = {"c3 == c3"};
  REQUIRE(files.merged(options).is_written);
  CHECK(types_in_file(files) == types);
  CHECK(checksum_in(files.path("merged.root")) == checksum_in(files.paths()[0]));
  CHECK(checksum_in(files.path("merged.root")).first == 3);
}

TEST_CASE("kept types: classes with arrays of C and Long64_t keep their names, as those with std::array and long") {
  for (const char* numbers : {"double[3]", "std::array<double,3>", "int[2][3]"})
    for (const char* number : {"Long64_t", "std::int64_t", "ULong64_t", "std::vector<Long64_t>"}) {
      CAPTURE(numbers);
      CAPTURE(number);
      const std::vector<schema::ClassSpec> classes = {
          {.name = "Hit", .version = 2, .members = {{"t", numbers}, {"n", number}}}};
      sample::Inputs files;
      for (int file = 0; file < 2; ++file) add_ntuple(files, schema_of_types({"std::vector<Hit>", "float"}, classes));
      merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
      options.tables.where = {"c1 == c1"};
      REQUIRE(files.merged(options).is_written);
      CHECK(types_in_file(files) == std::vector<std::string>{"std::vector<Hit>", "float"});
    }
}

TEST_CASE("kept types: records whose inputs have other versions of a class stay records") {
  sample::Inputs files;
  for (const std::int32_t version : {1, 2})
    add_ntuple(files, schema_of_types({"Point"}, {{.name = "Point", .version = version, .members = {{"x", "float"}}}}));
  REQUIRE(files.merged({.on_other_type = merge::OnOtherType::convert}).is_written);
  CHECK(types_in_file(files) == std::vector<std::string>{""});
}

TEST_CASE("kept types: classes of an ntuple without ClassDef keep the version that ROOT gives them") {
  const std::int32_t without = schema::version_without_definition;
  const std::vector<schema::ClassSpec> classes = {
      {.name = "Base", .version = without, .members = {{"id", "std::int32_t"}}},
      {.name = "Hit", .version = without, .bases = {"Base"}, .members = {{"x", "float"}}}};
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add_ntuple(files, schema_of_types({"std::vector<Hit>", "float"}, classes));
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
  options.tables.where = {"c1 == c1"};
  REQUIRE(files.merged(options).is_written);
  const auto reader = files.session().open(std::filesystem::path(files.path("merged.root")))->ntuple("Events");
  for (const char* name : {"c0._0", "c0._0.:_0"}) CHECK(reader->ntuple().at(name).type_version == 0xffffffff);
}

TEST_CASE("kept types: branches of trees keep their classes, versions and checksums, and Double32_t") {
  const std::vector<schema::ClassSpec> classes = {
      {.name = "Base", .version = 4, .members = {{"id", "int"}}},
      {.name = "Point", .version = 3, .bases = {"Base"}, .members = {{"x", "float[3]"}, {"y", "Double32_t"}}}};
  const std::vector<std::string> types = {"Point", "std::vector<Point>", "std::map<int,float>",
                                          "std::vector<Double32_t>", "float"};
  table::Schema schema = schema_of_types(types, classes);
  schema.columns.push_back(schema.columns[0]);
  schema.columns.back().name = "whole";
  schema.columns.back().split_level = 0;
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add_table(files, schema, write::Format::ttree);
  const auto branches_in = [&](const std::string& path) {
    std::vector<std::string> found;
    const auto reader = files.session().open(std::filesystem::path(path))->tree("Events");
    for (const tree::NamedBranch& named : tree::all_branches(reader->tree()))
      found.push_back(fmt::format("{} {} {} {}", named.path, named.branch->element_class,
                                  named.branch->element_class_version, named.branch->element_checksum));
    return found;
  };
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = merge::Verify::values};
  options.tables.where = {"c4 == c4"};
  REQUIRE(files.merged(options).is_written);
  CHECK(branches_in(files.path("merged.root")) == branches_in(files.paths()[0]));
}

TEST_CASE("kept types: objects of trees stay split as far as they were") {
  const std::vector<schema::ClassSpec> classes = {
      {.name = "Inner", .version = 2, .members = {{"y", "float"}}},
      {.name = "Outer", .version = 3, .members = {{"x", "float"}, {"inner", "Inner"}}}};
  table::Schema schema = schema_of_types({"Outer", "std::vector<Outer>", "Outer", "std::vector<Outer>"}, classes);
  for (table::Column& column : schema.columns) column.split_level = &column < &schema.columns[2] ? 1 : 2;
  sample::Inputs files;
  add_table(files, schema, write::Format::ttree);
  const auto branches_in = [&](const std::string& path) {
    std::vector<std::string> found;
    const auto reader = files.session().open(std::filesystem::path(path))->tree("Events");
    for (const tree::NamedBranch& named : tree::all_branches(reader->tree()))
      found.push_back(fmt::format("{} {}", named.path, named.branch->split_level));
    return found;
  };
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = merge::Verify::values};
  options.tables.where = {"1 > 0"};
  REQUIRE(files.merged(options).is_written);
  const std::vector<std::string> before = branches_in(files.paths()[0]);
  CHECK(branches_in(files.path("merged.root")) == before);
  CHECK(std::ranges::any_of(before, [](const std::string& one) { return one.ends_with("c0.inner 0"); }));
}

TEST_CASE("kept types: leaves of Long_t stay what they are, also in lists, arrays and lists of leaves") {
  table::Schema schema{.name = "Events", .columns = {}};
  for (const char* type : {"int64", "3 * uint64", "var * int64", "{a: int64, b: 2 * uint64, c: int8}", "uint64"})
    schema.columns.push_back({.name = fmt::format("c{}", schema.columns.size()),
                              .type = array::parse_type(type),
                              .has_long_leaves = schema.columns.size() < 4});
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add_table(files, schema, write::Format::ttree);
  const auto leaves_in = [&](const std::string& path) {
    std::vector<std::string> found;
    const auto reader = files.session().open(std::filesystem::path(path))->tree("Events");
    for (const tree::Branch& branch : reader->tree().branches) {
      found.push_back(branch.title);
      for (const tree::Leaf& leaf : branch.leaves) found.push_back(leaf.class_name + " " + leaf.title);
    }
    return found;
  };
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .verify = merge::Verify::values};
  options.tables.where = {"1 > 0"};
  REQUIRE(files.merged(options).is_written);
  const std::vector<std::string> before = leaves_in(files.paths()[0]);
  CHECK(leaves_in(files.path("merged.root")) == before);
  for (const char* title : {"c0/G", "c1[3]/g", "c2[nc2]/G", "a/G:b[2]/g:c/B", "TLeafG a", "c4/l"}) {
    CAPTURE(title);
    CHECK(std::ranges::find(before, title) != before.end());
  }
}

TEST_CASE("kept types: objects of trees whose inputs have other versions of a class get classes of their own") {
  sample::Inputs files;
  for (const std::int32_t version : {1, 2})
    add_table(files, schema_of_types({"Point"}, {{.name = "Point", .version = version, .members = {{"x", "float"}}}}),
              write::Format::ttree);
  REQUIRE(files.merged({.on_other_type = merge::OnOtherType::convert}).is_written);
  const auto reader = files.session().open(std::filesystem::path(files.path("merged.root")))->tree("Events");
  CHECK(reader->tree().entries == 10);
  CHECK(reader->tree().branches.at(0).element_class != "Point");
}

TEST_CASE("kept types: references between objects are TRef and TRefArray") {
  for (const char* type : {"TRef", "TRefArray", "TRef[]", "TRefArray[]", "std::vector<TRef>", "struct {TRef a;}"})
    CHECK(merge::internal::has_references(type));
  for (const char* type : {"", "int32_t", "TReference", "TRefCounted", "MyTRef", "TRefArrayed"})
    CHECK_FALSE(merge::internal::has_references(type));
}
