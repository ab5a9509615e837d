#include "ramet/merge/internal/schemas/known_schemas.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("known schemas: trees that are stored alike share one, whatever their entries") {
  sample::Inputs files;
  const auto columns = sample::entries_of(30);
  for (const std::size_t last : {10U, 30U})
    files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, last); });
  KnownSchemas known;
  std::vector<std::shared_ptr<const TableSchema>> schemas;
  for (const std::string& path : files.paths()) {
    const auto file = files.session().open(std::filesystem::path(path));
    schemas.push_back(known.of(file->tree("Events")->tree()));
    CHECK(*schemas.back() == schema_of(file->tree("Events")->tree()));
  }
  CHECK(schemas[0] == schemas[1]);
}

TEST_CASE("known schemas: a difference in any member of a branch or leaf gives another one") {
  const auto tree_with = [](const auto& change) {
    tree::Tree tree;
    tree.cluster_starts = {0};
    tree.branches.resize(1);
    tree.branches[0].name = "x";
    tree::Leaf leaf;
    leaf.class_name = "TLeafI";
    tree.branches[0].leaves.push_back(leaf);
    change(tree);
    return tree;
  };
  KnownSchemas known;
  const auto plain = known.of(tree_with([](tree::Tree&) {}));
  CHECK(known.of(tree_with([](tree::Tree&) {})) == plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.branches[0].name = "y"; })) != *plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.branches[0].leaves[0].class_name = "TLeafF"; })) != *plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.branches[0].leaves[0].count_leaf = "n"; })) != *plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.branches[0].io_features = 1; })) != *plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.companions.aliases.push_back({"a", "x"}); })) != *plain);
  CHECK(*known.of(tree_with([](tree::Tree& tree) { tree.branches.resize(2); })) != *plain);
}
