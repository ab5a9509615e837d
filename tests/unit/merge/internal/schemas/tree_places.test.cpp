#include "ramet/merge/internal/schemas/tree_places.hpp"

#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("tree places: those of a small tree are its baskets, one branch after the other") {
  sample::Inputs files;
  const auto columns = sample::entries_of(70);
  files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 70); });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  const auto reader = file->tree("Events");
  const auto places = merge::internal::places_of_small(reader->tree(), all_branches(reader->tree()));
  REQUIRE(places != nullptr);
  CHECK(places->cluster_sizes == std::vector<std::uint64_t>{40, 30});
  std::size_t at = 0;
  std::size_t number = 0;
  for (const tree::NamedBranch& named : all_branches(reader->tree())) {
    const merge::internal::TreePlaces::Branch& branch = places->branches.at(number++);
    CHECK(branch.total_bytes == named.branch->total_bytes);
    CHECK(branch.maximum == merge::internal::maximum_of(*named.branch));
    for (std::size_t basket = 0; basket < branch.baskets; ++basket, ++at)
      CHECK(places->baskets.at(at).seek == named.branch->baskets.location({basket}).seek);
  }
  CHECK(at == places->baskets.size());
  CHECK(places->stored_bytes() == static_cast<std::uint64_t>(reader->tree().zip_bytes));
}

TEST_CASE("tree places: a tree with baskets in its record, or elsewhere, or with many, is none that is small") {
  tree::Tree tree;
  const auto places_of = [](const tree::Tree& tree) {
    return merge::internal::places_of_small(tree, all_branches(tree));
  };
  tree.cluster_starts = {0};
  tree.branches.resize(1);
  CHECK(places_of(tree) != nullptr);
  tree.branches[0].file_name = "other.root";
  CHECK(places_of(tree) == nullptr);
  tree.branches[0].file_name.clear();
  tree.branches[0].embedded.push_back(std::make_shared<const tree::EmbeddedBasket>());
  CHECK(places_of(tree) == nullptr);
  tree.branches[0].embedded.clear();
  tree.branches.resize(2000);
  CHECK(places_of(tree) == nullptr);
}

TEST_CASE("tree places: small inputs are moved without opening their trees again, branches in any order") {
  sample::Inputs files(1);
  const std::vector<std::string> names = {"x", "y"};
  for (const bool is_turned : {false, true})
    files.add([&](write::ParallelWriter& writer) {
      table::Schema schema = sample::schema_of({"int32", "float32"});
      for (std::size_t column = 0; column < 2; ++column) schema.columns[column].name = names[column];
      std::vector<sample::Array> values = {sample::column_of<std::int32_t>({1, 2, 3}),
                                           sample::column_of<float>({4, 5, 6})};
      if (is_turned) {
        std::ranges::reverse(schema.columns);
        std::ranges::reverse(values);
      }
      write::TableWriter table = writer.add_table(schema, {});
      write::FillContext context = table.context();
      context.extend(values);
      context.close();
    });
  merge::MergeOptions options;
  options.tables.gather = merge::Gather::never;
  REQUIRE(files.merged(options).is_written);
  const auto reader = files.result()->tree("Events");
  for (const auto& [name, expected] : {std::pair{"x", sample::column_of<std::int32_t>({1, 2, 3, 1, 2, 3})},
                                       {"y", sample::column_of<float>({4, 5, 6, 4, 5, 6})}})
    CHECK(sample::is_same(
        {reader->read(reader->tree().at(name), reader->tree().all_entries(), {files.session().executor()})},
        {expected}));
}
