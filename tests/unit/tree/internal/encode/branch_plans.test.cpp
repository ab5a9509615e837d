#include "ramet/tree/internal/encode/branch_plans.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

const std::vector<std::string> types = {
    "float64", "int8", "bool", "3 * 2 * float32", "var * int16", "var * 4 * uint8", "{x: float32, n: 2 * int32}",
    "string"};

}  // namespace

TEST_CASE("branch plans: the branches of a tree's record are the planned ones") {
  const auto schema = sample::schema_of(types);
  const auto planned = plan_branches(schema);
  const auto reader = sample::tree_of(sample::file_of({schema, {}, {}}));
  const StoredPlans stored = plans_of(reader->tree());
  REQUIRE(stored.branches.size() == planned.size());
  for (std::size_t branch = 0; branch < planned.size(); ++branch) {
    CAPTURE(planned[branch].name);
    CHECK(stored.branches[branch].name == planned[branch].name);
    CHECK(stored.branches[branch].packing == planned[branch].packing);
    CHECK(stored.branches[branch].coding == planned[branch].coding);
    CHECK(stored.branches[branch].shape == planned[branch].shape);
    CHECK(stored.branches[branch].counter == planned[branch].counter);
    CHECK(stored.branches[branch].is_counter == planned[branch].is_counter);
    CHECK(stored.branches[branch].counted_columns == planned[branch].counted_columns);
    CHECK(stored.branches[branch].column == planned[branch].column);
    CHECK(stored.branches[branch].row_size() == planned[branch].row_size());
  }
  REQUIRE(stored.schema.columns.size() == schema.columns.size());
  for (std::size_t column = 0; column < schema.columns.size(); ++column) {
    CHECK(stored.schema.columns[column].name == schema.columns[column].name);
    CHECK(to_string(stored.schema.columns[column].type) == to_string(schema.columns[column].type));
  }
}

TEST_CASE("branch plans: vectors and strings of classes, and numbers with fewer bits") {
  auto schema = sample::schema_of({"var * float32", "var * var * int32", "string"}, table::ListForm::standard_vector);
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,1,16]"});
  const auto reader = sample::tree_of(sample::file_of({schema, {}, {}}));
  const StoredPlans stored = plans_of(reader->tree());
  CHECK(stored.branches[0].packing == Packing::standard_vector);
  CHECK(to_string(stored.schema.columns[1].type) == "var * var * int32");
  CHECK(stored.branches[2].packing == Packing::standard_string);
  CHECK(stored.branches[3].coding == plan_branches(schema)[3].coding);
}

TEST_CASE("branch plans: a type that cannot be written is named with the reason") {
  const auto reader = sample::tree_of(sample::file_of({sample::schema_of({"float64"}), {}, {}}));
  const auto refusal_of = [&](auto change) {
    Tree tree = reader->tree();
    change(tree.branches[0]);
    try {
      plans_of(tree);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(refusal_of([](Branch& branch) { branch.entry_offset_length = 1000; }) == "none");
  CHECK(refusal_of([](Branch& branch) { branch.file_name = "other.root"; }) ==
        "branch 'c0' cannot be continued: its baskets are in the file 'other.root'");
}
