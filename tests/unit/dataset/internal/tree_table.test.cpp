#include "ramet/dataset/internal/tree_table.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

namespace {

std::shared_ptr<const Table> sample_rows(const sample::Place& place) {
  sample::write_tree(place.folder / "x.root",
                     {{"n", sample::count_from<std::int32_t>(0, 10)}, {"x", sample::count_from<double>(100, 10)}});
  const auto file = place.session.open(place.folder / "x.root");
  return tree_table(file, file->tree("Events"));
}

}  // namespace

TEST_CASE("tree table: columns are described as all formats describe theirs") {
  const sample::Place place;
  const auto table = sample_rows(place);
  CHECK(table->entries() == 10);
  CHECK(table->cluster_starts().size() == 4);
  const auto columns = table->columns();
  REQUIRE(columns.size() == 2);
  CHECK(columns[1].name == "x");
  CHECK(columns[1].own_name == "x");
  CHECK(columns[1].type_name == "double");
  CHECK(columns[1].type == array::parse_type("float64"));
  CHECK(columns[1].entries == 10);
  CHECK(columns[1].uncompressed_bytes > 80);
  CHECK(columns[1].compressed_bytes > 0);
  CHECK_FALSE(columns[1].is_group);
  CHECK(table->find("n")->type == array::parse_type("int32"));
  CHECK_FALSE(table->find("none").has_value());
}

TEST_CASE("tree table: numbers of Float16_t and Double32_t are told with their range") {
  const sample::Place place;
  const auto path = place.folder / "x.root";
  const auto writer = write::ParallelWriter::create(path);
  table::Schema schema{.name = "t", .columns = {}};
  schema.columns = {{.name = "x", .type = array::parse_type("float32"), .packed_range = "[0,1,8]"},
                    {.name = "a", .type = array::parse_type("3 * float64"), .packed_range = "[]"},
                    {.name = "y", .type = array::parse_type("float64")}};
  static_cast<void>(writer->add_table(schema));
  writer->close();
  const auto file = place.session.open(path);
  const auto columns = tree_table(file, file->tree("t"))->columns();
  CHECK(columns[0].packed == PackedNumbers{.range = "[0,1,8]"});
  CHECK(columns[1].packed == PackedNumbers{.range = "[]"});
  CHECK_FALSE(columns[2].packed.are_packed());
}

TEST_CASE("tree table: they outlive the file that they were asked of, and read what the tree has") {
  const sample::Place place;
  const auto table = sample_rows(place);
  const std::vector<std::string> names = {"x", "n"};
  const auto columns = table->read(names, {{2}, {5}}, place.options);
  CHECK(sample::numbers_of<double>(columns[0]) == std::vector<double>{102, 103, 104});
  CHECK(sample::numbers_of<std::int32_t>(columns[1]) == std::vector<std::int32_t>{2, 3, 4});
  std::uint64_t entries = 0;
  double sum = 0;
  table->for_each_batch(names, {{0}, {10}}, 3, place.options,
                        [&](EntryRange range, std::span<const array::Array> batch) {
                          entries += range.size();
                          for (const double x : batch[0].numbers<double>()) sum += x;
                        });
  CHECK(entries == 10);
  CHECK(sum == 1045);
}

TEST_CASE("tree table: a name that is not there suggests near ones") {
  const sample::Place place;
  const auto table = sample_rows(place);
  const std::vector<std::string> names = {"y"};
  CHECK(error_of([&] { table->read(names, {{0}, {1}}, place.options); }).starts_with("not_found: "));
}
