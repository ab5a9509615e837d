#include "ramet/dataset/table.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

TEST_CASE("table: a tree has them, a missing name and what is no tree do not") {
  const sample::Place place;
  const auto writer = write::ParallelWriter::recreate(place.folder / "x.root");
  writer->add_table(sample::in("dir", sample::counting_schema())).context().close();
  writer->close();
  const auto file = place.session.open(place.folder / "x.root");
  CHECK(open_table(file, "dir/Events")->entries() == 0);
  CHECK(open_table(file, "dir/Events")->name() == "'" + (place.folder / "x.root").string() + "': tree 'Events'");
  CHECK(is_table(file->reader().key("dir/Events")));
  CHECK_FALSE(is_table(file->reader().key("dir")));
  CHECK(error_of([&] { open_table(file, "dir/Event"); }).starts_with("not_found: "));
  CHECK(error_of([&] { open_table(file, "dir/Event"); }).find("'Events'") != std::string::npos);
  CHECK(error_of([&] { open_table(file, "dir"); }).starts_with("misuse: "));
}

TEST_CASE("table: the only one of a file needs no name") {
  const sample::Place place;
  const std::string one = (place.folder / "one.root").string(), many = (place.folder / "many.root").string();
  sample::write_tree(one, {{"x", sample::count_from<int>(0, 3)}}, 4, "dir");
  CHECK(only_table(*place.session.open(one)) == "dir");
  const auto writer = write::ParallelWriter::recreate(many);
  for (const char* name : {"f", "e", "d", "c", "b", "a"})
    writer->add_table(sample::in(name, sample::counting_schema())).context().close();
  writer->close();
  CHECK(table_names(*place.session.open(many)).size() == 6);
  CHECK(error_of([&] { only_table(*place.session.open(many)); }) ==
        "misuse: '" + many +
            "' has 6 trees and ntuples (a/Events, b/Events, c/Events, d/Events, e/Events, ...): name "
            "one, as '" +
            many + ":a/Events'");
  write::ParallelWriter::recreate(one)->close();
  CHECK(error_of([&] { only_table(*place.session.open(one)); }) == "misuse: '" + one + "' has no tree or ntuple");
}

TEST_CASE("table: columns of one table have compressions of their own, and are read back") {
  const sample::Place place;
  const std::vector<std::int64_t> zeros(4000);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    table::Schema schema{"Events", "", {}};
    for (const auto& [name, level] : {std::pair("plain", 0), std::pair("packed", 5)})
      schema.columns.push_back({.name = name,
                                .type = array::Type::of(array::NumberType::int64),
                                .compression = compression::Settings{.level = level}});
    const auto writer = write::ParallelWriter::recreate(place.folder / "x.root");
    write::FillContext context = writer->add_table(schema, {.format = format}).context();
    context.extend(std::vector<sample::Array>(2, sample::column_of(zeros)));
    context.close();
    writer->close();
    const auto table = open_table(place.session.open(place.folder / "x.root"), "Events");
    const std::vector<Column> columns = table->columns();
    REQUIRE(columns.size() == 2);
    CHECK(columns[0].compressed_bytes >= 32000);
    CHECK(columns[1].compressed_bytes < 2000);
    CHECK(columns[1].uncompressed_bytes >= 32000);
    const std::vector<std::string> names = {"plain", "packed"};
    for (const array::Array& column : table->read(names, {{0}, {4000}}, {place.session.executor()}))
      CHECK(std::ranges::equal(column.numbers<std::int64_t>(), zeros));
  }
}
