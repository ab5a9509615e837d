#include "ramet/tree/detail/class_planner.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

table::Schema schema_with(std::string type_name, int split_level = 99) {
  table::Schema schema{"t", "", {}};
  schema.classes = {{.name = "Point", .members = {{"x", "float"}, {"y", "float"}}},
                    {.name = "Base", .members = {{"id", "int"}, {"w", "std::vector<float>"}}},
                    {.name = "Track",
                     .version = 3,
                     .bases = {"Base"},
                     .members = {{"pt", "Double32_t", "[0,100,16]"},
                                 {"cov", "float[2][3]"},
                                 {"name", "std::string"},
                                 {"p", "Point"},
                                 {"pts", "std::vector<Point>"},
                                 {"near", "std::pair<int,Point>"},
                                 {"pa", "Point[2]"},
                                 {"ids", "std::set<int>"}}}};
  array::Type type = object::array_type_of(type_name, schema.classes);
  schema.columns.push_back(
      {.name = "tr", .type = std::move(type), .split_level = split_level, .type_name = std::move(type_name)});
  return schema;
}

/// name, title | class, parent, clones, version, id, type, streamer type | leaf, its title, length, size
std::vector<std::string> lines_of(const table::Schema& schema) {
  std::vector<std::string> lines;
  for (const BranchPlan& branch : plan_branches(schema)) {
    REQUIRE(branch.element);
    const ElementPlan& element = *branch.element;
    std::string line = fmt::format("{} {} | {},{},{} {} {} {} {} |", branch.name, branch.title, element.class_name,
                                   element.parent_name, element.clones_name, element.version, element.id, element.type,
                                   element.streamer_type);
    if (element.leaf)
      line += fmt::format(" {} {} {} {}", element.leaf->name, element.leaf->title, element.leaf->length,
                          element.leaf->value_size);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string error_of(const table::Schema& schema) {
  try {
    plan_branches(schema);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("class planner: an object is split into branches as ROOT splits it") {
  CHECK(lines_of(schema_with("Track")) ==
        std::vector<std::string>{
            "tr. tr. | Track,, 3 -2 0 -1 | tr. tr. 1 0", "tr.Base tr.Base | Track,Track, 3 0 1 0 |",
            "tr.Base.id tr.Base.id | Base,Base, 1 0 0 3 | tr.Base.id tr.Base.id 1 4",
            "tr.Base.w tr.Base.w | Base,Base, 1 1 0 300 | tr.Base.w tr.Base.w 1 0",
            "tr.pt tr.pt | Track,Track, 3 1 0 9 | tr.pt tr.pt 1 4",
            "tr.cov[2][3] tr.cov[2][3] | Track,Track, 3 2 0 25 | tr.cov tr.cov[2][3] 6 4",
            "tr.name tr.name | Track,Track, 3 3 0 300 | tr.name tr.name 1 0", "tr.p tr.p | Track,Track, 3 4 2 62 |",
            "tr.p.x tr.p.x | Point,Point, 1 0 0 5 | tr.p.x tr.p.x 1 4",
            "tr.p.y tr.p.y | Point,Point, 1 1 0 5 | tr.p.y tr.p.y 1 4",
            "tr.pts tr.pts_ | Track,Track,Point 3 5 4 300 | tr.pts_ tr.pts_ 1 0",
            "tr.pts.x x[tr.pts_] | Point,Point, 1 0 41 5 | tr.pts.x x[tr.pts_] 1 4",
            "tr.pts.y y[tr.pts_] | Point,Point, 1 1 41 5 | tr.pts.y y[tr.pts_] 1 4",
            "tr.near tr.near | Track,Track, 3 6 2 62 |",
            "tr.near.first tr.near.first | pair<int,Point>,pair<int,Point>, 1 0 0 3 | "
            "tr.near.first tr.near.first 1 4",
            "tr.near.second.x tr.near.second.x | Point,pair<int,Point>, 1 0 0 5 | "
            "tr.near.second.x tr.near.second.x 1 4",
            "tr.near.second.y tr.near.second.y | Point,pair<int,Point>, 1 1 0 5 | "
            "tr.near.second.y tr.near.second.y 1 4",
            "tr.pa[2] tr.pa[2] | Track,Track, 3 7 0 82 | tr.pa tr.pa[2] 2 0",
            "tr.ids tr.ids | Track,Track, 3 8 0 300 | tr.ids tr.ids 1 0"});
}

TEST_CASE("class planner: a vector of objects is split into the members of all, those of bases among them") {
  const auto lines = lines_of(schema_with("std::vector<Track>"));
  REQUIRE(lines.size() == 14);
  CHECK(lines[0] == "tr tr_ | vector<Track>,,Track 6 -1 4 -1 | tr_ tr_ 1 0");
  CHECK(lines[1] == "tr.id id[tr_] | Base,Track, 1 0 41 3 | tr.id id[tr_] 1 4");
  CHECK(lines[4] == "tr.cov[2][3] cov[tr_] | Track,Track, 3 2 41 25 | tr.cov cov[tr_] 6 4");
  CHECK(lines[6] == "tr.p.x x[tr_] | Point,Track, 1 0 41 5 | tr.p.x x[tr_] 1 4");
  CHECK(lines[8] == "tr.pts pts[tr_] | Track,Track, 3 5 41 300 | tr.pts pts[tr_] 1 0");
  CHECK(lines[10] == "tr.near.second.x x[tr_] | Point,Track, 1 0 41 5 | tr.near.second.x x[tr_] 1 4");
  const auto branches = plan_branches(schema_with("std::vector<Track>"));
  CHECK(branches[0].is_counter);
  CHECK(branches[3].packing == Packing::counted);
  CHECK(branches[3].counter == 0);
  CHECK(branches[3].item_path == std::vector<std::uint32_t>{2});
  CHECK(branches[8].packing == Packing::streamed);
}

TEST_CASE("class planner: a map is split into its keys and values") {
  const auto lines = lines_of(schema_with("std::map<int,Point>"));
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "tr tr_ | map<int,Point>,,pair<int,Point> 6 -1 4 -1 | tr_ tr_ 1 0");
  CHECK(lines[1] == "tr.first first[tr_] | pair<int,Point>,pair<int,Point>, 1 0 41 3 | tr.first first[tr_] 1 4");
  CHECK(lines[2] == "tr.second.x x[tr_] | Point,pair<int,Point>, 1 0 41 5 | tr.second.x x[tr_] 1 4");
}

TEST_CASE("class planner: an object that cannot or must not be split is one branch") {
  for (const std::string type :
       {"std::vector<std::vector<Point>>", "std::set<int>", "std::vector<std::string>", "std::bitset<9>",
        "std::vector<std::map<int,Point>>", "std::list<std::array<float,2>>"}) {
    CAPTURE(type);
    const auto branches = plan_branches(schema_with(type));
    REQUIRE(branches.size() == 1);
    CHECK(branches[0].packing == Packing::streamed);
    CHECK(branches[0].element->leaf);
  }
  const auto lines = lines_of(schema_with("Track", 0));
  CHECK(lines == std::vector<std::string>{"tr tr | Track,, 3 -1 0 -1 | tr tr 1 0"});
  CHECK(plan_branches(schema_with("std::map<int,Track>", 0)).size() == 1);
}

TEST_CASE("class planner: classes that stream themselves in ROOT are not split") {
  table::Schema schema;
  schema.classes = {
      {.name = "TVector2", .version = 3, .bases = {"TObject"}, .members = {{"fX", "double"}, {"fY", "double"}}},
      {.name = "Hit", .members = {{"at", "TVector2"}}}};
  for (const std::string type : {"TVector2", "std::vector<TVector2>", "Hit"}) {
    array::Type values = object::array_type_of(type, schema.classes);
    schema.columns.push_back({.name = fmt::format("v{}", schema.columns.size()),
                              .type = std::move(values),
                              .split_level = 99,
                              .type_name = type});
  }
  const auto lines = lines_of(schema);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "v0 v0 | TVector2,, 3 -1 -1 -1 | v0 v0 1 0");
  CHECK(lines[1] == "v1 v1 | vector<TVector2>,, 6 -1 0 -1 | v1 v1 1 0");
  CHECK(lines[3] == "v2.at v2.at | Hit,Hit, 1 0 0 61 | v2.at v2.at 1 0");
}

TEST_CASE("class planner: branches of members are called after these alone, as of a branch of ROOT without a dot") {
  table::Schema schema = schema_with("Track");
  schema.columns[0].object_form = table::ObjectForm::bare_members;
  const auto lines = lines_of(schema);
  REQUIRE(lines.size() == 19);
  CHECK(lines[0] == "tr tr | Track,, 3 -2 0 -1 | tr tr 1 0");
  CHECK(lines[1] == "Base Base | Track,Track, 3 0 1 0 |");
  CHECK(lines[2] == "id id | Base,Track, 1 0 0 3 | id id 1 4");
  CHECK(lines[5] == "cov[2][3] cov[2][3] | Track,Track, 3 2 0 25 | cov cov[2][3] 6 4");
  CHECK(lines[8] == "p.x p.x | Point,Point, 1 0 0 5 | p.x p.x 1 4");
  CHECK(lines[11] == "pts.x x[pts_] | Point,Point, 1 0 41 5 | pts.x x[pts_] 1 4");
  schema.columns.push_back({.name = "id", .type = array::Type::of(array::NumberType::int32)});
  CHECK(error_of(schema) == "column 'id': branch name 'id' is taken already");
}

TEST_CASE("class planner: the members of a base TObject have the same values in all entries") {
  table::Schema schema;
  schema.classes = {{.name = "Hit", .bases = {"TObject"}, .members = {{"n", "int"}}},
                    {.name = "Event", .members = {{"hit", "Hit"}, {"hits", "std::vector<Hit>"}}}};
  schema.columns.push_back({.name = "e", .type = object::array_type_of("Event", schema.classes), .type_name = "Event"});
  const auto lines = lines_of(schema);
  CHECK(lines ==
        std::vector<std::string>{
            "e. e. | Event,, 1 -2 0 -1 | e. e. 1 0", "e.hit e.hit | Event,Event, 1 0 2 61 |",
            "e.hit.TObject e.hit.TObject | Hit,Hit, 1 0 1 66 |",
            "e.hit.fUniqueID e.hit.fUniqueID | TObject,TObject, 1 0 0 13 | e.hit.fUniqueID e.hit.fUniqueID 1 4",
            "e.hit.fBits e.hit.fBits | TObject,TObject, 1 1 0 15 | e.hit.fBits e.hit.fBits 1 0",
            "e.hit.n e.hit.n | Hit,Hit, 1 1 0 3 | e.hit.n e.hit.n 1 4",
            "e.hits e.hits_ | Event,Event,Hit 1 1 4 300 | e.hits_ e.hits_ 1 0",
            "e.hits.fUniqueID fUniqueID[e.hits_] | TObject,Hit, 1 0 41 13 | e.hits.fUniqueID "
            "fUniqueID[e.hits_] 1 4",
            "e.hits.fBits fBits[e.hits_] | TObject,Hit, 1 1 41 15 | e.hits.fBits fBits[e.hits_] 1 0",
            "e.hits.n n[e.hits_] | Hit,Hit, 1 1 41 3 | e.hits.n n[e.hits_] 1 4"});
  const auto branches = plan_branches(schema);
  CHECK(branches[4].constant == std::vector<std::byte>(4));
  CHECK(branches[4].has_offsets());
  CHECK(branches[7].packing == Packing::counted);
}

TEST_CASE("class planner: an object can come behind the name of its class, as in a TBranchObject of ROOT") {
  table::Schema schema;
  schema.classes = {
      {.name = "TVector2", .version = 3, .bases = {"TObject"}, .members = {{"fX", "double"}, {"fY", "double"}}}};
  schema.columns.push_back({.name = "v",
                            .type = object::array_type_of("TVector2", schema.classes),
                            .object_form = table::ObjectForm::with_class,
                            .type_name = "TVector2"});
  const auto branches = plan_branches(schema);
  REQUIRE(branches.size() == 1);
  CHECK(branches[0].element->has_class_name);
  CHECK(branches[0].leaf_class == "TLeafObject");
  CHECK(branches[0].element->leaf->title == "TVector2");
}

TEST_CASE("class planner: an optional value is a vector of at most one") {
  const auto branches = plan_branches(schema_with("std::optional<float>"));
  CHECK(branches[0].element->class_name == "vector<float>");
}

TEST_CASE("class planner: numbers and strings that have a C++ type are plain branches") {
  CHECK(plan_branches(schema_with("std::int16_t"))[0].title == "tr/S");
  CHECK(plan_branches(schema_with("Double32_t"))[0].title == "tr/d");
  CHECK(plan_branches(schema_with("float[2][3]"))[0].title == "tr[2][3]/F");
  CHECK(plan_branches(schema_with("std::string"))[0].element->class_name == "string");
}

TEST_CASE("class planner: the file's classes are the schema's and the pairs that columns are made of") {
  std::vector<std::string> names;
  for (const auto& info : streamer_infos_of(schema_with("std::map<std::string,std::optional<Point>>")))
    names.push_back(info.class_name);
  CHECK(names == std::vector<std::string>{"Point", "Base", "Track", "pair<int,Point>", "pair<string,vector<Point> >"});
}

TEST_CASE("class planner: what no tree can store is refused, naming the column") {
  CHECK(error_of(schema_with("std::variant<int,float>")) ==
        "column 'tr': 'variant<int,float>' can be stored in ntuples only");
  table::Schema other = schema_with("Track");
  other.columns[0].type = array::parse_type("{x: float32}");
  CHECK(error_of(other).starts_with("column 'tr': values of type {x: float32} do not match 'Track'"));
  table::Schema twice = schema_with("std::vector<Point>");
  twice.columns.push_back(twice.columns[0]);
  CHECK(error_of(twice) == "column 'tr': branch name 'tr' is taken already");
}
