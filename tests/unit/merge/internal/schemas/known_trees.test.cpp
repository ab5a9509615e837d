#include "ramet/merge/internal/schemas/known_trees.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

/// The entries and schema of a tree, name of the last branch and place of its last basket.
std::string text_of(const tree::Tree& tree, const TableSchema& schema) {
  const tree::Branch& last = tree.branches.back();
  const std::size_t baskets = last.baskets.size();
  return fmt::format("{} {} {} {} {} {}", tree.entries, tree.zip_bytes, tree.cluster_count(), last.name,
                     baskets == 0 ? 0 : last.baskets.location({baskets - 1}).seek, schema.hash);
}

std::vector<std::string> read(const sample::Inputs& files) {
  KnownTrees known;
  std::vector<std::string> texts;
  for (const std::string& path : files.paths()) {
    const auto file = files.session().open(std::filesystem::path(path));
    known.read(*file, file->reader().key("Events"),
               [&](const tree::Tree& tree, const std::shared_ptr<const TableSchema>& schema) {
                 texts.push_back(text_of(tree, *schema));
               });
  }
  return texts;
}

std::vector<std::string> wanted(const sample::Inputs& files) {
  std::vector<std::string> texts;
  for (const std::string& path : files.paths()) {
    const auto reader = files.session().open(std::filesystem::path(path))->tree("Events");
    texts.push_back(text_of(reader->tree(), schema_of(reader->tree())));
  }
  return texts;
}

}  // namespace

TEST_CASE("known trees: trees that are alike, and others between them, are read as a file reads them") {
  sample::Inputs files;
  const auto columns = sample::entries_of(60);
  for (int turn = 0; turn < 4; ++turn) {
    for (const std::size_t last : {10U, 0U, 30U, 60U})
      files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, last); });
    files.add([&](write::ParallelWriter& writer) {
      write::TableWriter table = writer.add_table(sample::schema_of({"int32"}), {});
      write::FillContext context = table.context();
      context.extend(std::vector<sample::Array>{sample::column_of<std::int32_t>({1, 2, turn})});
      context.close();
    });
  }
  CHECK(read(files) == wanted(files));
}

TEST_CASE("known trees: a record that cannot be read is an error that names file and tree") {
  sample::Inputs files;
  const auto columns = sample::entries_of(10);
  for (int turn = 0; turn < 4; ++turn)
    files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 10); });
  const std::string& last = files.paths().back();
  const file::Key key = files.session().open(std::filesystem::path(last))->reader().key("Events");
  sample::damage(last, key.seek + key.record_size / 2);
  try {
    read(files);
    FAIL("the record is damaged");
  } catch (const Error& error) {
    CHECK(std::string_view(error.what()).find(last) != std::string_view::npos);
    CHECK(std::string_view(error.what()).find("Events") != std::string_view::npos);
  }
}
