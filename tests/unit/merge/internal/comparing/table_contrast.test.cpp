#include "ramet/merge/internal/comparing/table_contrast.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;

TEST_CASE("table_contrast: columns and types that differ are named, and the others are compared") {
  sample::Inputs inputs;
  const auto add = [&](std::vector<std::string> types, std::vector<sample::Array> columns) {
    inputs.add([&](write::ParallelWriter& writer) {
      auto context = writer.add_table(sample::schema_of(types), {}).context();
      context.extend(columns);
      context.close();
    });
  };
  const auto noise = [](const char* type, std::size_t seed) { return sample::noise_of(type, 50, seed); };
  add({"int64", "float32", "float64"}, {noise("int64", 1), noise("float32", 2), noise("float64", 3)});
  add({"int64", "float64"}, {noise("int64", 1), noise("float64", 2)});
  std::vector<std::shared_ptr<const dataset::Table>> rows;
  std::string table;
  for (const std::string& path : inputs.paths()) {
    const auto file = inputs.session().open(std::filesystem::path(path));
    table = file->reader().root().keys.front().name;
    rows.push_back(dataset::open_table(file, table));
  }
  const auto names = rows[0]->columns();
  std::vector<FileContrast> found;
  internal::TableContrast(*rows[0], *rows[1], inputs.session().executor(), {}).run("t", found);
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Contrast::type);
  CHECK(found[0].part == names[1].name);
  CHECK(found[0].left == "float32");
  CHECK(found[0].right == "float64");
  CHECK(found[1].kind == Contrast::column);
  CHECK(found[1].part == names[2].name);
  CHECK(found[1].right.empty());
  found.clear();
  internal::TableContrast(*rows[1], *rows[0], inputs.session().executor(), {}).run("t", found);
  REQUIRE(found.size() == 2);
  CHECK(found[1].left.empty());
}
