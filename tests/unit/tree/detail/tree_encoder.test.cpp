#include "ramet/tree/detail/tree_encoder.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t key_length = 60;

table::Schema some_schema() {
  table::Schema schema =
      sample::schema_of({"float32", "var * int16", "string", "{a: int32, b: 2 * bool}", "2 * 3 * uint8"});
  schema.columns.push_back(
      {.name = "v", .type = array::parse_type("var * float64"), .form = table::ListForm::standard_vector});
  schema.columns.push_back(
      {.name = "s", .type = array::parse_type("string"), .form = table::ListForm::standard_vector});
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  schema.columns.push_back({.name = "h", .type = array::parse_type("var * float32"), .packed_range = "[]"});
  return schema;
}

/// Contents with made-up baskets: `sizes` entries each, in every branch.
TreeContents contents_of(std::size_t branches, const std::vector<std::uint64_t>& sizes) {
  TreeContents contents;
  contents.branches.resize(branches);
  std::uint64_t place = 1000;
  for (const std::uint64_t size : sizes) {
    contents.entries += size;
    contents.cluster_sizes.push_back(size);
    for (std::size_t branch = 0; branch < branches; ++branch) {
      contents.branches[branch].baskets.push_back({static_cast<std::uint32_t>(size), 70, 90, place});
      contents.branches[branch].maximum.value = 4;
      place += 70;
    }
  }
  return contents;
}

Tree parsed(const table::Schema& schema, const TreeContents& contents) {
  file::Record record;
  record.bytes.resize(key_length);
  record.key_length = key_length;
  record.bytes.append(encode_tree(schema, plan_branches(schema), contents, 4096, {}, key_length).span());
  const auto catalogue = schema::make_catalogue();
  return internal::parse_tree(record, "TTree", std::make_shared<const ClassLayouts>(nullptr, catalogue));
}

}  // namespace

TEST_CASE("tree encoder: the parser reads back every branch, its type, baskets and counters") {
  const table::Schema schema = some_schema();
  const auto plan = plan_branches(schema);
  const TreeContents contents = contents_of(plan.size(), {10, 10, 3});
  const Tree tree = parsed(schema, contents);
  CHECK(tree.name == "Events");
  CHECK(tree.title == "sample");
  CHECK(tree.entries == 23);
  CHECK(tree.zip_bytes == static_cast<std::int64_t>(70 * 3 * plan.size()));
  CHECK(tree.total_bytes == static_cast<std::int64_t>(90 * 3 * plan.size()));
  REQUIRE(tree.branches.size() == plan.size());
  for (std::size_t number = 0; number < plan.size(); ++number) {
    const Branch& branch = tree.branches[number];
    CAPTURE(branch.name);
    CHECK(branch.name == plan[number].name);
    CHECK(branch.title == plan[number].title);
    CHECK(branch.layout().packing == plan[number].packing);
    CHECK(branch.layout().coding ==
          (plan[number].packing == Packing::leaf_list ? NumberCoding{} : plan[number].coding));
    CHECK(branch.entries == 23);
    CHECK(branch.zip_bytes == 210);
    CHECK(branch.total_bytes == 270);
    CHECK(branch.basket_size == 4096);
    REQUIRE(branch.baskets.size() == 3);
    CHECK(branch.baskets.entries({2}) == EntryRange{{20}, {23}});
    CHECK(branch.baskets.location({1}).seek == contents.branches[number].baskets[1].offset);
    CHECK(branch.baskets.location({1}).record_size == 70);
    const auto& leaf = branch.leaves.front();
    CHECK(leaf.count_leaf == (plan[number].counter ? plan[*plan[number].counter].name : ""));
    CHECK(leaf.is_range == plan[number].is_counter);
    if (plan[number].is_counter) CHECK(leaf.maximum == 4);
  }
}

TEST_CASE("tree encoder: types come back as they were asked for") {
  const table::Schema schema = some_schema();
  const Tree tree = parsed(schema, contents_of(plan_branches(schema).size(), {5}));
  for (const table::Column& column : schema.columns) {
    CAPTURE(column.name);
    CHECK(to_string(tree.at(column.name).layout().type) == to_string(column.type));
  }
  CHECK(tree.at("d").layout().coding.form == NumberCoding::Form::ranged);
  CHECK(tree.at("d").layout().coding.maximum == 100);
  CHECK(tree.at("h").layout().coding.form == NumberCoding::Form::truncated);
}

TEST_CASE("tree encoder: a tree without entries, and one without branches") {
  const table::Schema schema = some_schema();
  const Tree tree = parsed(schema, contents_of(plan_branches(schema).size(), {}));
  CHECK(tree.entries == 0);
  CHECK(tree.cluster_count() == 0);
  CHECK(tree.branches[0].baskets.size() == 0);
  const Tree bare = parsed({"Bare", "", {}}, contents_of(0, {}));
  CHECK(bare.title == "Bare");
  CHECK(bare.branches.empty());
}

TEST_CASE("tree encoder: clusters of any sizes come back") {
  const table::Schema schema = sample::schema_of({"int32"});
  for (const std::vector<std::uint64_t>& sizes : {std::vector<std::uint64_t>{7},
                                                  {7, 7},
                                                  {7, 3},
                                                  {3, 7},
                                                  {7, 7, 3, 7, 7},
                                                  {1, 2, 3, 4, 5},
                                                  {5, 4, 3, 2, 1},
                                                  {7, 3, 3, 3, 9, 1, 9, 9, 2}}) {
    const Tree tree = parsed(schema, contents_of(1, sizes));
    REQUIRE(tree.cluster_count() == sizes.size());
    for (std::size_t cluster = 0; cluster < sizes.size(); ++cluster) {
      CAPTURE(cluster);
      CHECK(tree.cluster({cluster}).size() == sizes[cluster]);
    }
  }
}

TEST_CASE("tree encoder: more baskets than ROOT's first array has places for") {
  const table::Schema schema = sample::schema_of({"int32"});
  const Tree tree = parsed(schema, contents_of(1, std::vector<std::uint64_t>(1000, 2)));
  CHECK(tree.branches[0].baskets.size() == 1000);
  CHECK(tree.branches[0].stored_entries() == EntryRange{{0}, {2000}});
}

TEST_CASE("tree encoder: the classes that a file must describe are named once each") {
  using Names = std::vector<std::string_view>;
  CHECK(classes_of(plan_branches(sample::schema_of({"int32", "int32"}))) == Names{"TTree", "TBranch", "TLeafI"});
  CHECK(classes_of(plan_branches(sample::schema_of({"var * float32", "string", "{a: bool, b: int8}"}))) ==
        Names{"TTree", "TBranch", "TLeafB", "TLeafC", "TLeafF", "TLeafI", "TLeafO"});
  CHECK(classes_of(plan_branches(sample::schema_of({"var * float32"}, table::ListForm::standard_vector))) ==
        Names{"TTree", "TBranch", "TBranchElement", "TLeafElement"});
}
