#include "ramet/merge/internal/tables/table_rewrite.hpp"

#include <algorithm>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

namespace {

/// A file with columns c0, c1, ... of these types and five entries.
void add_table(sample::Inputs& files, const std::vector<std::string>& types, write::Format format) {
  files.add([&](write::ParallelWriter& writer) {
    write::TableWriter table = writer.add_table(sample::schema_of(types), {.format = format});
    write::FillContext context = table.context();
    std::vector<array::Array> columns;
    for (const std::string& type : types) columns.push_back(sample::noise_of(type, 5, 7));
    context.extend(columns);
    context.close();
  });
}

/// A file with some of the columns c0, c1, ..., in this order.
void add_chosen(sample::Inputs& files, const std::vector<array::Array>& columns, const std::vector<std::size_t>& chosen,
                write::Format format) {
  files.add([&](write::ParallelWriter& writer) {
    const table::Schema all = sample::entries_schema();
    table::Schema schema{.name = all.name, .title = {}, .columns = {}};
    std::vector<array::Array> values;
    for (const std::size_t column : chosen) {
      schema.columns.push_back(all.columns[column]);
      values.push_back(columns[column]);
    }
    write::TableWriter table = writer.add_table(schema, {.format = format});
    write::FillContext context = table.context();
    context.extend(values);
    context.close();
  });
}

std::vector<std::string> types_of(const sample::Inputs& files) {
  const dataset::Dataset dataset(files.session(), files.path("merged.root") + ":Events");
  std::vector<std::string> types;
  for (const dataset::Column& column : dataset.columns())
    if (column.type) types.push_back(column.name + " " + to_string(*column.type));
  return types;
}

}  // namespace

TEST_CASE("table rewrite: numbers are widened, and the entries of all inputs are in their order") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    add_table(files, {"int32", "float32"}, format);
    add_table(files, {"int64", "float64"}, format);
    CHECK_FALSE(files.merged().is_written);
    const merge::MergeReport report =
        files.merged({.on_other_type = merge::OnOtherType::convert, .on_existing = merge::OnExisting::replace});
    REQUIRE(report.is_written);
    CHECK(report.plan.objects[0].way == merge::Way::rewrite);
    CHECK(report.output_bytes == std::filesystem::file_size(files.path("merged.root")));
    CHECK(types_of(files) == std::vector<std::string>{"c0 int64", "c1 float64"});
    const dataset::Dataset merged(files.session(), files.path("merged.root") + ":Events");
    const std::vector<std::string> names = {"c0"};
    const auto values = merged.read(names, {files.session().executor()}).front();
    REQUIRE(values.length() == 10);
    const auto before = sample::noise_of("int32", 5, 7);
    for (std::size_t entry = 0; entry < 5; ++entry)
      CHECK(values.numbers<std::int64_t>()[entry] == before.numbers<std::int32_t>()[entry]);
  }
}

TEST_CASE("table rewrite: missing columns are filled or dropped") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    add_table(files, {"int32"}, format);
    add_table(files, {"int32", "float32"}, format);
    REQUIRE(files.merged({.on_missing_column = merge::OnMissingColumn::fill, .on_existing = merge::OnExisting::replace})
                .is_written);
    CHECK(types_of(files) == std::vector<std::string>{"c0 int32", "c1 float32"});
    const dataset::Dataset merged(files.session(), files.path("merged.root") + ":Events");
    const std::vector<std::string> names = {"c1"};
    const auto values = merged.read(names, {files.session().executor()}).front();
    REQUIRE(values.length() == 10);
    CHECK(values.numbers<float>()[0] == 0);
    CHECK(values.numbers<float>()[5] == sample::noise_of("float32", 5, 7).numbers<float>()[0]);
    REQUIRE(files.merged({.on_missing_column = merge::OnMissingColumn::drop, .on_existing = merge::OnExisting::replace})
                .is_written);
    CHECK(types_of(files) == std::vector<std::string>{"c0 int32"});
  }
}

TEST_CASE("table rewrite: the column that is missing may be any of them") {
  const std::vector<array::Array> columns = sample::entries_of(20);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple})
    for (std::size_t missing = 0; missing < 3; ++missing) {
      CAPTURE(missing);
      std::vector<std::size_t> rest{0, 1, 2};
      std::erase(rest, missing);
      sample::Inputs files;
      add_chosen(files, columns, {0, 1, 2}, format);
      add_chosen(files, columns, rest, format);
      REQUIRE(
          files.merged({.on_missing_column = merge::OnMissingColumn::fill, .on_existing = merge::OnExisting::replace})
              .is_written);
      const auto all = sample::all_entries(files.session(), *files.result(), "Events");
      for (std::size_t column = 0; column < columns.size(); ++column) {
        REQUIRE(all[column].length() == 40);
        CHECK(sample::is_same({all[column].slice(0, 20)}, {columns[column]}));
        CHECK(sample::is_same({all[column].slice(20, 40)}, {columns[column]}) == (column != missing));
      }
      REQUIRE(
          files.merged({.on_missing_column = merge::OnMissingColumn::drop, .on_existing = merge::OnExisting::replace})
              .is_written);
      for (const std::string& type : types_of(files)) CHECK_FALSE(type.starts_with("c" + std::to_string(missing)));
    }
}

TEST_CASE("table rewrite: fields may be in another order") {
  const std::vector<array::Array> columns = sample::entries_of(20);
  sample::Inputs files;
  add_chosen(files, columns, {0, 1, 2}, write::Format::rntuple);
  add_chosen(files, columns, {1, 2, 0}, write::Format::rntuple);
  add_chosen(files, columns, {0, 1, 2}, write::Format::rntuple);
  const merge::MergeReport report = files.merged();
  REQUIRE(report.is_written);
  CHECK(report.plan.differences.empty());
  CHECK(report.plan.objects.at(0).way == merge::Way::rewrite);
  CHECK(report.plan.objects.at(0).runs.at(0).reason == "fields are in another order, or encoded otherwise");
  const auto all = sample::all_entries(files.session(), *files.result(), "Events");
  for (std::size_t first = 0; first < 60; first += 20)
    CHECK(sample::is_same(sample::slices(all, first, first + 20), columns));
}

TEST_CASE("table rewrite: a column says which entries had one that is filled") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    add_table(files, {"int32"}, format);
    add_table(files, {"int32", "float32"}, format);
    merge::MergeOptions options{.on_missing_column = merge::OnMissingColumn::flag,
                                .on_existing = merge::OnExisting::replace};
    options.verify = merge::Verify::values;
    REQUIRE(files.merged(options).is_written);
    CHECK(types_of(files) == std::vector<std::string>{"c0 int32", "c1 float32", "has_c1 bool"});
    const auto flags = [](const sample::Inputs& of) {
      const dataset::Dataset merged(of.session(), of.path("merged.root") + ":Events");
      const std::vector<std::string> names = {"has_c1"};
      const array::Array values = merged.read(names, {of.session().executor()}).front();
      std::string text;
      for (const bool flag : values.numbers<bool>()) text += flag ? '1' : '0';
      return text;
    };
    CHECK(flags(files) == "0000011111");
    const auto again = [&] {  // with what was merged before as the first input
      sample::Inputs more;
      more.add_copy(files.path("merged.root"));
      add_table(more, {"int32"}, format);
      add_table(more, {"int32", "float32"}, format);
      REQUIRE(more.merged(options).is_written);
      CHECK(types_of(more) == std::vector<std::string>{"c0 int32", "c1 float32", "has_c1 bool"});
      return flags(more);
    };
    CHECK(again() == "00000111110000011111");
    options.tables.where = {"has_c1 || c0 % 2 == 0"};
    options.tables.columns.drop = {"c1"};
    REQUIRE(files.merged(options).is_written);
    CHECK(types_of(files) == std::vector<std::string>{"c0 int32", "has_c1 bool"});
    CHECK(flags(files).ends_with("11111"));
  }
}

TEST_CASE("table rewrite: a flag whose name is taken is refused") {
  sample::Inputs files;
  const auto add = [&](const std::vector<std::string>& names) {
    files.add([&](write::ParallelWriter& writer) {
      table::Schema schema{.name = "Events", .title = {}, .columns = {}};
      for (const std::string& name : names) schema.columns.push_back({name, array::parse_type("int32")});
      write::TableWriter table = writer.add_table(schema, {});
      write::FillContext context = table.context();
      context.extend(std::vector<array::Array>(names.size(), sample::noise_of("int32", 5, 7)));
      context.close();
    });
  };
  add({"x", "has_y"});
  add({"x", "has_y", "y"});
  CHECK_THROWS_WITH_AS(files.merged({.on_missing_column = merge::OnMissingColumn::flag}),
                       doctest::Contains("table 'Events': a column 'has_y' cannot be added for 'y': there is one"),
                       Error);
}

TEST_CASE("table rewrite: types without a common one are refused and named") {
  sample::Inputs files;
  add_table(files, {"int32"}, write::Format::ttree);
  add_table(files, {"string"}, write::Format::ttree);
  const merge::MergeReport report =
      files.merged({.on_other_type = merge::OnOtherType::convert, .on_existing = merge::OnExisting::replace});
  CHECK_FALSE(report.is_written);
  CHECK(report.plan.loses_data());
  CHECK_FALSE(std::filesystem::exists(files.path("merged.root")));
}

TEST_CASE("table rewrite: tables are changed while they are merged, and what a filter leaves out is counted") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    for (int file = 0; file < 2; ++file) add_table(files, {"int32", "float32", "int64"}, format);
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
    options.tables.definitions = {{"twice", "c0 * 2.0"}};
    options.tables.columns.drop = {"c[12]"};
    options.tables.where = {"rdfentry_ % 5 < 3"};
    const merge::MergeReport report = files.merged(options);
    REQUIRE(report.is_written);
    CHECK(report.plan.objects[0].way == merge::Way::rewrite);
    CHECK(report.plan.objects[0].entries == 10);
    CHECK(report.plan.objects[0].lost_entries == 4);
    CHECK(types_of(files) == std::vector<std::string>{"c0 int32", "twice float64"});
    const dataset::Dataset merged(files.session(), files.path("merged.root") + ":Events");
    CHECK(merged.entries({files.session().executor()}) == 6);
  }
}

TEST_CASE("table rewrite: a tree becomes an ntuple, and back") {
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add_table(files, {"int32", "var * float32"}, write::Format::ttree);
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
  options.tables.format = write::Format::rntuple;
  REQUIRE(files.merged(options).is_written);
  const auto reader = files.result()->ntuple("Events");
  CHECK(reader->ntuple().entries == 10);
  const std::string ntuple = files.path("ntuple.root");
  std::filesystem::rename(files.path("merged.root"), ntuple);
  options.tables.format = write::Format::ttree;
  REQUIRE(merge::merge(files.session(), {ntuple}, files.path("merged.root"), options).is_written);
  CHECK(files.result()->tree("Events")->tree().entries == 10);
}

TEST_CASE("table rewrite: which of several tables is changed must be said") {
  sample::Inputs files;
  files.add([](write::ParallelWriter& writer) {
    for (const char* name : {"Events", "Runs"}) {
      table::Schema schema = sample::schema_of({"int32"});
      schema.name = name;
      write::TableWriter table = writer.add_table(schema);
      write::FillContext context = table.context();
      context.extend(std::vector{sample::noise_of("int32", 5, 7)});
      context.close();
    }
  });
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
  options.tables.where = {"c0 > 0"};
  CHECK(sample::error_of([&] { files.merged(options); }).find("say which one is changed") != std::string::npos);
  options.tables.changed = {"Event"};
  CHECK(sample::error_of([&] { files.merged(options); }).find("did you mean 'Events'") != std::string::npos);
  options.tables.changed = {"Runs"};
  options.tables.where = {"c0 != c0"};
  REQUIRE(files.merged(options).is_written);
  CHECK(files.result()->tree("Events")->tree().entries == 5);
  CHECK(files.result()->tree("Runs")->tree().entries == 0);
}

TEST_CASE("table rewrite: tables are written in steps, and have the same entries as if written at once") {
  constexpr std::size_t entries = 2400;
  const std::vector<array::Array> columns = sample::entries_of(entries);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs files;
    for (std::size_t file = 0; file < 6; ++file)
      files.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, file * 400, (file + 1) * 400, format, "below");
      });
    merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
    options.tables.where = {"rdfentry_ != 3"};
    options.tables.gather = merge::Gather::always;
    std::vector<std::size_t> clusters;
    for (const std::uint64_t cluster_bytes : {std::uint64_t{1} << 20, std::uint64_t{2000}}) {
      options.tables.cluster_bytes = cluster_bytes;
      REQUIRE(files.merged(options).is_written);
      const auto all = sample::all_entries(files.session(), *files.result(), "below/Events");
      CHECK(sample::is_same(sample::slices(all, 0, 3), sample::slices(columns, 0, 3)));
      CHECK(sample::is_same(sample::slices(all, 3, entries - 1), sample::slices(columns, 4, entries)));
      clusters.push_back(dataset::open_table(files.result(), "below/Events")->cluster_starts().size());
    }
    CHECK(clusters[1] > clusters[0] + 10);
  }
}
