#include "ramet/tree/detail/tree_amender.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

table::Schema some_schema() {
  table::Schema schema =
      sample::schema_of({"float32", "var * int16", "string", "{a: int32, b: 2 * bool}", "2 * 3 * uint8"});
  schema.columns.push_back(
      {.name = "v", .type = array::parse_type("var * float64"), .form = table::ListForm::standard_vector});
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  for (const array::NumberType type : {array::NumberType::int8, array::NumberType::uint16, array::NumberType::int64}) {
    const std::string name(to_string(type));
    schema.columns.push_back({.name = name, .type = array::parse_type("var * float32"), .counter = "n" + name});
    schema.columns.back().counter_type = type;
  }
  return schema;
}

TreeContents contents_of(std::size_t branches, const std::vector<std::uint64_t>& sizes, std::uint64_t maximum,
                         std::uint64_t place) {
  TreeContents contents;
  contents.branches.resize(branches);
  for (const std::uint64_t size : sizes) {
    contents.entries += size;
    contents.cluster_sizes.push_back(size);
    for (BranchContents& branch : contents.branches) {
      branch.baskets.push_back({static_cast<std::uint32_t>(size), 70, 90, place += 70});
      branch.maximum.value = maximum;
    }
  }
  return contents;
}

file::Record record_of(const TreeContents& contents, std::size_t key_length) {
  file::Record record;
  record.bytes.resize(key_length);
  record.key_length = static_cast<std::uint16_t>(key_length);
  const table::Schema schema = some_schema();
  record.bytes.append(encode_tree(schema, plan_branches(schema), contents, 4096, {}, key_length).span());
  return record;
}

Tree parsed(const file::Record& record) {
  return internal::parse_tree(record, "TTree", std::make_shared<const ClassLayouts>(nullptr, schema::make_catalogue()));
}

}  // namespace

TEST_CASE("tree amender: with other baskets, the record is the one that the encoder would have made of these") {
  const std::size_t branches = plan_branches(some_schema()).size();
  const TreeContents few = contents_of(branches, {10, 10}, 4, 1000);
  const TreeContents many = contents_of(branches, std::vector<std::uint64_t>(25, 7), 9, 5000);
  for (const auto& [from, to] : {std::pair(&few, &many), {&few, &few}}) {
    const file::Record record = record_of(*from, 60);
    const AmendedTree amended = amend_tree(record, "TTree", parsed(record), *to, 77);
    const file::Record wanted = record_of(*to, 77);
    CHECK(amended.left_out.empty());
    CHECK(std::ranges::equal(amended.payload.span(), wanted.payload()));
  }
}

TEST_CASE("tree amender: maxima do not become smaller") {
  const std::size_t branches = plan_branches(some_schema()).size();
  const file::Record record = record_of(contents_of(branches, {10}, 9, 1000), 60);
  const AmendedTree amended = amend_tree(record, "TTree", parsed(record), contents_of(branches, {10}, 4, 1000), 60);
  CHECK(std::ranges::equal(amended.payload.span(), record.payload()));
}

TEST_CASE("tree amender: contents of another number of branches are refused") {
  const std::size_t branches = plan_branches(some_schema()).size();
  const file::Record record = record_of(contents_of(branches, {10}, 4, 1000), 60);
  CHECK_THROWS_AS(amend_tree(record, "TTree", parsed(record), contents_of(branches - 1, {10}, 4, 1000), 60), Error);
}

TEST_CASE("tree amender: the baskets of a branch that was made later begin with its first entry") {
  const std::size_t branches = plan_branches(some_schema()).size();
  const file::Record record = record_of(contents_of(branches, {10}, 4, 1000), 60);
  TreeContents late = contents_of(branches, {10, 10}, 4, 1000);
  late.branches[1].baskets.erase(late.branches[1].baskets.begin());
  late.branches[1].first_entry = 10;
  file::Record amended{.bytes = bytes::Buffer(60), .key_length = 60};
  amended.bytes.append(amend_tree(record, "TTree", parsed(record), late, 60).payload.span());
  const Tree tree = parsed(amended);
  CHECK(tree.branches[1].first_entry == 10);
  CHECK(tree.branches[1].stored_entries() == EntryRange{{10}, {20}});
  CHECK(tree.branches[0].first_entry == 0);
  CHECK(tree.branches[0].stored_entries() == EntryRange{{0}, {20}});
}
