#include "ramet/tree/internal/encode/branch_writer.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/tree/internal/branch_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t key_length = 50;

/// The branches of a schema, written with one basket of 3 entries each and read back.
std::vector<Branch> round_trip(const table::Schema& schema, std::uint64_t maximum = 0) {
  const auto plan = plan_branches(schema);
  TreeContents contents;
  contents.entries = 3;
  contents.branches.resize(plan.size());
  for (BranchContents& branch : contents.branches) {
    branch.baskets.push_back({3, 70, 90, 1000});
    branch.maximum.value = maximum;
  }
  object::ObjectWriter writer(key_length);
  internal::BranchWriter branch_writer(writer, plan, contents, 4096, compression::Settings{});
  branch_writer.write_all();
  CHECK(branch_writer.leaves().size() >= plan.size());
  bytes::Buffer record(key_length);
  record.append(writer.payload());
  const auto catalogue = schema::make_catalogue();
  object::ObjectReader reader(record.span(), key_length, {nullptr, catalogue.get()});
  internal::BranchParser parser;
  auto branches = parser.read_branches(reader);
  CHECK(reader.cursor().at_end());
  parser.finish(reader, branches, nullptr);
  return branches;
}

}  // namespace

TEST_CASE("branch writer: every leaf class is written as long as its layout says, with size and sign") {
  const std::vector<std::string> types = {"bool",   "int8",  "uint8",  "int16",   "uint16", "int32",
                                          "uint32", "int64", "uint64", "float32", "float64"};
  const auto branches = round_trip(sample::schema_of(types));
  REQUIRE(branches.size() == types.size());
  for (std::size_t branch = 0; branch < types.size(); ++branch) {
    CAPTURE(types[branch]);
    const Leaf& leaf = branches[branch].leaves.at(0);
    CHECK(to_string(branches[branch].layout().type) == types[branch]);
    CHECK(leaf.value_size == static_cast<std::int32_t>(array::size_of(*array::number_type_of(types[branch]))));
    CHECK(leaf.is_unsigned == types[branch].starts_with("u"));
    CHECK(leaf.title == branches[branch].name);
    CHECK(branches[branch].entry_offset_length == 0);
  }
}

TEST_CASE("branch writer: counters are ranges with a maximum, and what they count refers to them") {
  auto schema = sample::schema_of({"var * float32", "var * {a: int16, b: 3 * bool}"});
  const auto branches = round_trip(schema, 12);
  REQUIRE(branches.size() == 5);
  CHECK(branches[0].leaves[0].is_range);
  CHECK(branches[0].leaves[0].maximum == 12);
  CHECK(branches[1].leaves[0].count_leaf == "nc0");
  CHECK(branches[1].leaves[0].title == "c0[nc0]");
  CHECK(branches[1].entry_offset_length == 1000);
  CHECK(branches[3].leaves[0].count_leaf == "nc1");
  CHECK(branches[4].leaves[0].count_leaf == "nc1");
  CHECK(branches[4].leaves[0].title == "c1_b[nc1][3]");
  CHECK(branches[4].leaves[0].length == 3);
}

TEST_CASE("branch writer: the leaves of a leaf list lie one behind the other") {
  const auto branches = round_trip(sample::schema_of({"{a: int8, b: 2 * 3 * float64, c: uint16}"}));
  REQUIRE(branches[0].leaves.size() == 3);
  CHECK(branches[0].title == "a/B:b[2][3]/D:c/s");
  CHECK(branches[0].leaves[1].title == "b[2][3]");
  CHECK(branches[0].leaves[1].length == 6);
  CHECK(branches[0].leaves[2].is_unsigned);
}

TEST_CASE("branch writer: a C string's leaf is as long as the longest and its end") {
  const auto branches = round_trip(sample::schema_of({"string"}), 9);
  CHECK(branches[0].leaves[0].class_name == "TLeafC");
  CHECK(branches[0].leaves[0].length == 9);
  CHECK(branches[0].leaves[0].maximum == 9);
  CHECK(round_trip(sample::schema_of({"string"}), 0)[0].leaves[0].length == 1);
}

TEST_CASE("branch writer: class branches are TBranchElements of the whole object") {
  const auto branches = round_trip(sample::schema_of({"var * float32", "string"}, table::ListForm::standard_vector));
  CHECK(branches[0].class_name == "TBranchElement");
  CHECK(branches[0].element_class == "vector<float>");
  CHECK(branches[0].element_id == -1);
  CHECK(branches[0].streamer_type == -1);
  CHECK(branches[1].element_class == "string");
  CHECK(branches[1].leaves[0].class_name == "TLeafElement");
}

TEST_CASE("branch writer: a packed number's range stays in the leaf's title") {
  table::Schema schema = sample::schema_of({"float64", "var * float32", "4 * float64"});
  schema.columns[0].packed_range = "[0,100,16]";
  schema.columns[1].packed_range = "[-1,1,10]";
  schema.columns[2].packed_range = "[]";
  const auto branches = round_trip(schema);
  CHECK(branches[0].leaves[0].class_name == "TLeafD32");
  CHECK(branches[0].layout().coding.factor == 655.36);
  CHECK(branches[2].leaves[0].class_name == "TLeafF16");
  CHECK(branches[2].layout().coding.minimum == -1);
  CHECK(branches[3].layout().coding.form == NumberCoding::Form::as_float);
  CHECK(to_string(branches[3].layout().type) == "4 * float64");
}
