#include "ramet/merge/internal/planner.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;
using namespace ramet::merge::internal;

namespace {

std::shared_ptr<const TableSchema> schema_with(std::vector<ColumnDescription> columns) {
  return std::make_shared<const TableSchema>(TableSchema{std::move(columns), "", {}, 0});
}

TablePart part(std::uint32_t input, std::uint64_t entries, std::shared_ptr<const TableSchema> schema) {
  return {.occurrence = {.input = input}, .entries = entries, .schema = std::move(schema), .index = "", .obstacle = ""};
}

}  // namespace

TEST_CASE("merge planner: what columns differ in is named, and the entries counted") {
  const auto wanted = schema_with({{"x", "float", "F"}, {"y", "int", "I"}});
  const auto found = schema_with({{"x", "double", "D"}, {"z", "int", "I"}});
  MergedObject object{.kind = ObjectKind::tree, .directory = "d", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 5, wanted), part(1, 7, found), part(2, 0, found), part(3, 2, wanted)};
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  REQUIRE(differences.all().size() == 3);
  CHECK(differences.all()[0].kind == DifferenceKind::column_type);
  CHECK(differences.all()[1].kind == DifferenceKind::missing_column);
  CHECK(differences.all()[1].part == "y");
  CHECK(differences.all()[2].kind == DifferenceKind::extra_column);
  CHECK(differences.all()[2].part == "z");
  for (const Difference& difference : differences.all()) {
    CHECK(difference.path == "d/t");
    CHECK(difference.input == 1);
    CHECK(difference.entries == 7);
  }
  CHECK(differences.all()[0].message == "is 'double' instead of 'float'");
  CHECK(decisions.planned[0].entries == 14);
  CHECK(decisions.planned[0].lost_entries == 7);
  REQUIRE(decisions.tables[0].parts.size() == 2);
}

TEST_CASE("merge planner: a column of the same type that is stored otherwise is said to be so") {
  MergedObject object{.kind = ObjectKind::tree, .directory = "", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 5, schema_with({{"event", "Event", "TBranchElement Event 3"}})),
                                 part(1, 7, schema_with({{"event", "Event", "TBranchElement Event 4"}}))};
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  Differences differences;
  decide(catalogue, {}, differences);
  REQUIRE(differences.all().size() == 1);
  CHECK(differences.all()[0].message ==
        "is 'Event', but stored as 'TBranchElement Event 4' instead of 'TBranchElement Event 3'");
}

TEST_CASE("merge planner: entries are written again of fields that only lie elsewhere, where that is possible") {
  const auto field = [](const std::string& path, const std::string& layout) {
    return ColumnDescription{.path = path, .type = "float", .stored = "f", .layout = layout};
  };
  MergedObject object{.kind = ObjectKind::ntuple, .directory = "", .name = "t", .class_name = "ROOT::RNTuple"};
  object.special.made().parts = {part(0, 5, schema_with({field("x", "0"), field("list", "1"), field("list", "2")})),
                                 part(1, 7, schema_with({field("list", "0"), field("list", "1"), field("x", "2")}))};
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  CHECK(differences.all().empty());
  CHECK(decisions.planned[0].way == Way::rewrite);
  CHECK(decisions.planned[0].runs.at(0).reason == "fields are in another order, or encoded otherwise");
  const Decisions live = decide(catalogue, {}, differences, Rewriting::impossible);
  CHECK(live.planned[0].lost_entries == 7);
  REQUIRE(differences.all().size() == 1);
  CHECK(differences.loses_data());
}

TEST_CASE("merge planner: an ntuple whose pages cannot be moved is written again, a tree only if the options say so") {
  for (const ObjectKind kind : {ObjectKind::ntuple, ObjectKind::tree}) {
    MergedObject object{.kind = kind, .directory = "", .name = "t", .class_name = "T"};
    object.special.made().parts = {part(0, 5, schema_with({{"x", "int", "I"}})),
                                   part(1, 7, schema_with({{"x", "int", "I"}}))};
    object.special.made().parts[1].obstacle = "field 'x' was added later";
    Catalogue catalogue;
    catalogue.objects.push_back(object);
    const auto decided = [&](const MergeOptions& options, Rewriting rewriting) {
      Differences differences;
      const Decisions decisions = decide(catalogue, options, differences, rewriting);
      CHECK(differences.loses_data() == (decisions.planned[0].lost_entries > 0));
      return decisions.planned[0];
    };
    const PlannedObject planned = decided({}, Rewriting::possible);
    CHECK(planned.lost_entries == (kind == ObjectKind::ntuple ? 0 : 7));
    if (kind == ObjectKind::ntuple) CHECK(planned.runs.at(0).reason == "field 'x' was added later");
    CHECK(decided({}, Rewriting::impossible).lost_entries == 7);
    CHECK(decided({.on_missing_column = OnMissingColumn::fill}, Rewriting::possible).lost_entries == 0);
  }
}

TEST_CASE("merge planner: parts that are written again since pages cannot be moved still need the wanted columns") {
  MergedObject object{.kind = ObjectKind::ntuple, .directory = "", .name = "t", .class_name = "T"};
  const auto lost = [&](const std::shared_ptr<const TableSchema>& schema, const MergeOptions& options) {
    object.special.made().parts = {part(0, 5, schema_with({{"x", "int", "I"}})), part(1, 7, schema)};
    object.special.made().parts[1].obstacle = "field 'y' was added later";
    Catalogue catalogue;
    catalogue.objects.push_back(object);
    Differences differences;
    const Decisions decisions = decide(catalogue, options, differences);
    CHECK(differences.loses_data() == (decisions.planned[0].lost_entries > 0));
    return decisions.planned[0].lost_entries;
  };
  const auto with_more = schema_with({{"x", "int", "I"}, {"y", "int", "I"}});
  CHECK(lost(with_more, {}) == 7);
  CHECK(lost(with_more, {.on_other_type = OnOtherType::convert}) == 7);
  CHECK(lost(with_more, {.on_missing_column = OnMissingColumn::fill}) == 0);
  const auto with_other_type = schema_with({{"x", "double", "D"}});
  CHECK(lost(with_other_type, {}) == 7);
  CHECK(lost(with_other_type, {.on_missing_column = OnMissingColumn::fill}) == 7);
  CHECK(lost(with_other_type, {.on_other_type = OnOtherType::convert}) == 0);
}

TEST_CASE("merge planner: an ntuple that is encoded otherwise and has fields that were added later is written again") {
  TableSchema schema = *schema_with({{"x", "int", "I"}});
  schema.columns[0].layout = "0 -1:0/0 1;";
  MergedObject object{.kind = ObjectKind::ntuple, .directory = "", .name = "t", .class_name = "T"};
  object.special.made().parts = {part(0, 5, schema_with({{"x", "int", "I"}})),
                                 part(1, 7, std::make_shared<const TableSchema>(std::move(schema)))};
  object.special.made().parts[1].obstacle = "field 'x' was added later";
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  CHECK(differences.all().empty());
  CHECK(decisions.planned[0].lost_entries == 0);
  CHECK(decisions.planned[0].runs.at(0).reason == "field 'x' was added later");
}

TEST_CASE("merge planner: branches that all parts have are moved, if one has those of the output and none is small") {
  const auto number = [](const std::string& path) {
    return ColumnDescription{path, "int", "I", PlainNumbers{ramet::array::NumberType::int32, 1, ""}};
  };
  MergedObject object{.kind = ObjectKind::tree, .directory = "", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 5, schema_with({number("x")})),
                                 part(1, 7, schema_with({number("y"), number("x")}))};
  const auto decided = [&](const MergeOptions& options) {
    Catalogue catalogue;
    catalogue.objects.push_back(object);
    Differences differences;
    const Decisions decisions = decide(catalogue, options, differences);
    return decisions.planned[0].runs;
  };
  const auto filled = decided({.on_missing_column = OnMissingColumn::fill});
  REQUIRE(filled.size() == 2);
  CHECK(filled[0].way == Way::move);
  CHECK(filled[0].reason == "'y' is filled, all others are moved");
  CHECK(filled[1].reason == "baskets and clusters are large enough");
  CHECK(decided({.on_missing_column = OnMissingColumn::drop}).at(1).reason == "'y' is left out, all others are moved");
  for (TablePart& part : object.special.made().parts) part.clusters = part.baskets = part.small_baskets = 1;
  CHECK(decided({.on_missing_column = OnMissingColumn::fill}).at(0).way == Way::rewrite);
  for (TablePart& part : object.special.made().parts) part.small_baskets = part.clusters = 0;
  CHECK(decided({.on_missing_column = OnMissingColumn::fill}).at(0).way == Way::move);
  object.special.made().parts.push_back(part(2, 7, schema_with({number("z")})));
  const auto rewritten = decided({.on_missing_column = OnMissingColumn::fill});
  REQUIRE(rewritten.size() == 1);
  CHECK(rewritten[0].way == Way::rewrite);
  CHECK(rewritten[0].reason == "columns or types differ");
}

TEST_CASE("merge planner: the first tree with entries decides, not an empty one before it") {
  MergedObject object{.kind = ObjectKind::tree, .directory = "", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 0, schema_with({})), part(1, 7, schema_with({{"x", "float", "F"}}))};
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  CHECK(differences.all().empty());
  REQUIRE(decisions.tables[0].parts.size() == 1);
  CHECK(decisions.tables[0].parts[0]->entries == 7);
}

TEST_CASE("merge planner: user info of a tree without entries is joined, or a difference") {
  const auto with_info = [](std::string info) {
    return std::make_shared<const TableSchema>(TableSchema{{{"x", "float", "F"}}, std::move(info), {}, 0});
  };
  MergedObject object{.kind = ObjectKind::tree, .directory = "", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 0, with_info("lumi 1")), part(1, 7, with_info("lumi 2")),
                                 part(2, 0, with_info("")), part(3, 5, with_info("lumi 2"))};
  Catalogue catalogue;
  catalogue.objects.push_back(object);
  const auto described = [&](const TableOptions& options, Differences& differences) {
    std::vector<std::uint32_t> inputs;
    const Decisions decisions = decide(catalogue, {.tables = options}, differences);
    for (const TablePart* part : decisions.tables.at(0).described_parts()) inputs.push_back(part->occurrence.input);
    return inputs;
  };
  Differences none;
  CHECK(described({.on_other_metadata = OnOtherMetadata::join}, none) == std::vector<std::uint32_t>{0, 1, 3});
  CHECK(none.all().empty());
  Differences refused;
  CHECK(described({}, refused) == std::vector<std::uint32_t>{1, 3});
  CHECK(refused.loses_data());
  Differences taken;
  described({.on_other_metadata = OnOtherMetadata::first}, taken);
  CHECK_FALSE(taken.loses_data());
}

TEST_CASE("merge planner: one path with several classes is a difference if one of them is joined") {
  Catalogue catalogue;
  for (const char* name : {"TH1F", "TH1D"}) {
    MergedObject object{.kind = ObjectKind::object, .directory = "", .name = "h", .class_name = name};
    object.occurrences.push_back({});
    catalogue.objects.push_back(object);
  }
  Differences differences;
  decide(catalogue, {}, differences);
  REQUIRE(differences.all().size() == 1);
  CHECK(differences.all()[0].kind == DifferenceKind::object_class);
}

TEST_CASE("merge planner: parts of other schemas become tables of their own, with names that are free") {
  const auto wanted = schema_with({{"x", "float", "F"}});
  const auto second = schema_with({{"x", "double", "D"}});
  const auto third = schema_with({{"y", "float", "F"}});
  MergedObject object{.kind = ObjectKind::tree, .directory = "d", .name = "t", .class_name = "TTree"};
  object.special.made().parts = {part(0, 5, wanted), part(1, 7, second), part(2, 0, second),
                                 part(3, 2, wanted), part(4, 1, third),  part(5, 3, second)};
  MergedObject taken{.directory = "d", .name = "t_2", .class_name = "TNamed"};
  taken.occurrences.push_back({});
  MergedObject other{.kind = ObjectKind::tree, .directory = "d", .name = "t_2", .class_name = "TTree"};
  other.special.made().parts = {part(0, 4, wanted)};
  Catalogue catalogue;
  catalogue.objects = {object, taken, other};
  const MergeOptions options{.on_difference = OnDifference::split};
  Differences differences;
  split_tables(catalogue, options, differences);
  const Decisions decisions = decide(catalogue, options, differences);
  CHECK_FALSE(differences.loses_data());
  REQUIRE(differences.all().size() == 4);
  CHECK(differences.all()[0].message == "is 'double' instead of 'float'; such entries get a table of their own");
  CHECK(differences.all()[0].inputs == 2);
  CHECK(differences.all()[0].entries == 10);
  CHECK(differences.all()[3].kind == DifferenceKind::object_class);
  std::vector<std::pair<std::string, std::uint64_t>> tables;
  for (const PlannedTable& table : decisions.tables) tables.emplace_back(table.object->path(), table.entries());
  CHECK(tables ==
        std::vector<std::pair<std::string, std::uint64_t>>{{"d/t", 7}, {"d/t_3", 10}, {"d/t_4", 1}, {"d/t_2_2", 4}});
  CHECK(decisions.tables[1].object->stored_path() == "d/t");
  CHECK(decisions.planned[1].path == "d/t_3");
  CHECK(decisions.planned[1].lost_entries == 0);
}
