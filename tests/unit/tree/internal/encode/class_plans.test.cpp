#include "ramet/tree/internal/encode/class_plans.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/detail/class_planner.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/internal/encode/branch_plans.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

table::Schema schema_with(const std::string& type_name, int split_level = 99) {
  table::Schema schema{"t", "", {}};
  schema.classes = {{.name = "Point", .members = {{"x", "float"}, {"y", "double"}}},
                    {.name = "Base", .members = {{"id", "int"}, {"w", "std::vector<float>"}}},
                    {.name = "Track",
                     .version = 3,
                     .bases = {"Base"},
                     .members = {{"pt", "Double32_t", "[0,100,16]"},
                                 {"cov", "float[2][3]"},
                                 {"name", "std::string"},
                                 {"p", "Point"},
                                 {"pts", "std::vector<Point>"},
                                 {"near", "std::pair<int,Point>"}}}};
  schema.columns.push_back({.name = "tr",
                            .type = object::array_type_of(type_name, schema.classes),
                            .split_level = split_level,
                            .type_name = type_name});
  return schema;
}

/// The tree of such a schema, as it is read from its record.
Tree stored(const table::Schema& schema) {
  const auto branches = plan_branches(schema);
  TreeContents contents;
  contents.branches.resize(branches.size());
  file::Record record;
  record.key_length = 60;
  record.bytes.resize(60);
  record.bytes.append(encode_tree(schema, branches, contents, 4096, {}, 60).span());
  auto infos = std::make_shared<const schema::StreamerInfos>(streamer_infos_of(schema));
  return internal::parse_tree(record, "TTree",
                              std::make_shared<const ClassLayouts>(std::move(infos), schema::make_catalogue()));
}

std::string refusal_of(const Tree& tree) {
  try {
    plans_of(tree);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("class plans: the branches of a tree's record are the planned ones") {
  for (const int split_level : {0, 1, 2, 99})
    for (const std::string type :
         {"Track", "std::vector<Track>", "std::map<int,Point>", "std::vector<std::vector<Point>>"}) {
      CAPTURE(type);
      CAPTURE(split_level);
      const table::Schema schema = schema_with(type, split_level);
      const auto planned = plan_branches(schema);
      const StoredPlans plans = plans_of(stored(schema));
      REQUIRE(plans.schema.columns.size() == 1);
      CHECK(plans.schema.columns[0].name == "tr");
      CHECK(to_string(plans.schema.columns[0].type) == to_string(schema.columns[0].type));
      REQUIRE(plans.branches.size() == planned.size());
      for (std::size_t branch = 0; branch < planned.size(); ++branch) {
        CAPTURE(planned[branch].name);
        const BranchPlan& plan = plans.branches[branch];
        CHECK(plan.name == planned[branch].name);
        CHECK(plan.parent == planned[branch].parent);
        CHECK(plan.packing == planned[branch].packing);
        CHECK(plan.coding == planned[branch].coding);
        CHECK(plan.shape == planned[branch].shape);
        CHECK(plan.item_path == planned[branch].item_path);
        CHECK(plan.counter == planned[branch].counter);
        CHECK(plan.is_counter == planned[branch].is_counter);
        CHECK(plan.has_offsets() == planned[branch].has_offsets());
        if (plan.packing != Packing::nothing) CHECK(plan.path == planned[branch].path);
      }
    }
}

TEST_CASE("class plans: baskets have offsets if those that are there have them") {
  Tree tree = stored(schema_with("std::vector<Point>"));
  tree.branches[0].entry_offset_length = 1000;
  const StoredPlans plans = plans_of(tree);
  CHECK(plans.branches[0].has_offsets());
  CHECK(plans.branches[0].row_size() == 4);
  tree.branches[0].branches[1].entry_offset_length = 0;
  CHECK(refusal_of(tree) ==
        "branch 'tr' cannot be continued: branch 'tr.y': its baskets have no entry offsets, "
        "but new ones would have them");
}

TEST_CASE("class plans: TObject's own members are not columns, and are written as for unreferenced objects") {
  Tree tree = stored(schema_with("Point"));
  Branch& bits = tree.branches[0].branches[0];
  bits.element_class = "TObject";
  const StoredPlans plans = plans_of(tree);
  CHECK(to_string(plans.schema.columns[0].type) == "{y: float64}");
  CHECK(plans.branches[1].constant == std::vector<std::byte>(4));
  CHECK(plans.branches[2].path == std::vector<std::uint32_t>{0});
}

TEST_CASE("class plans: a branch that cannot be written is named with the reason") {
  Tree tree = stored(schema_with("Track"));
  tree.branches[0].branches[2].file_name = "other.root";
  CHECK(refusal_of(tree) ==
        "branch 'tr.' cannot be continued: branch 'tr.cov[2][3]': its baskets are in the file 'other.root'");
  Tree grouped = stored(schema_with("std::vector<Point>"));
  grouped.branches[0].branches[0].branches.resize(1);
  CHECK(refusal_of(grouped) == "branch 'tr' cannot be continued: branch 'tr.x': a group among a collection's members");
}
