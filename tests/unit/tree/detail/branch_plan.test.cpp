#include "ramet/tree/detail/branch_plan.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

table::Column column(std::string name, std::string_view type, table::ListForm form = table::ListForm::counted) {
  return {.name = std::move(name), .type = array::parse_type(type), .form = form};
}

std::vector<BranchPlan> plan(std::vector<table::Column> columns) {
  return plan_branches({"Events", "", std::move(columns)});
}

std::string error_of(std::vector<table::Column> columns) {
  try {
    plan(std::move(columns));
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("tree schema: every number has its leaf class and letter") {
  const std::pair<const char*, const char*> cases[] = {
      {"bool", "TLeafO O"},   {"int8", "TLeafB B"},    {"uint8", "TLeafB b"},  {"int16", "TLeafS S"},
      {"uint16", "TLeafS s"}, {"int32", "TLeafI I"},   {"uint32", "TLeafI i"}, {"int64", "TLeafL L"},
      {"uint64", "TLeafL l"}, {"float32", "TLeafF F"}, {"float64", "TLeafD D"}};
  for (const auto& [type, expected] : cases) {
    const auto branches = plan({column("x", type)});
    REQUIRE(branches.size() == 1);
    CHECK(branches[0].leaf_class + " " + branches[0].title.substr(2) == expected);
    CHECK(branches[0].title.substr(0, 2) == "x/");
    CHECK(branches[0].packing == Packing::fixed);
    CHECK_FALSE(branches[0].has_offsets());
    CHECK(leaf_class_of(branches[0].coding) == branches[0].leaf_class);
  }
}

TEST_CASE("tree schema: Long_t has a leaf class of its own") {
  for (const auto& [number, type, letter] :
       {std::tuple("int64", "Long_t", 'G'), std::tuple("uint64", "ULong_t", 'g')}) {
    table::Column long_one = column("x", number);
    long_one.type_name = type;
    const auto branches = plan({long_one});
    CHECK(branches.at(0).leaf_class == "TLeafG");
    CHECK(branches.at(0).title == std::string("x/") + letter);
  }
}

TEST_CASE("tree schema: fixed dimensions stand in the title, and count") {
  const auto branches = plan({column("x", "2 * 3 * float32")});
  CHECK(branches[0].title == "x[2][3]/F");
  CHECK(branches[0].values_per_row() == 6);
  CHECK(branches[0].row_size() == 24);
}

TEST_CASE("tree schema: a counted list has a counter before it") {
  const auto branches = plan({column("x", "var * 4 * int16")});
  REQUIRE(branches.size() == 2);
  CHECK(branches[0].title == "nx/I");
  CHECK(branches[0].is_counter);
  CHECK_FALSE(branches[0].has_offsets());
  CHECK(branches[0].row_size() == 4);
  CHECK(branches[0].counted_columns == std::vector<std::size_t>{0});
  CHECK(branches[1].title == "x[nx][4]/S");
  CHECK(branches[1].counter == 0);
  CHECK(branches[1].has_offsets());
}

TEST_CASE("tree schema: columns share a counter that they name") {
  auto pt = column("pt", "var * float32");
  auto eta = column("eta", "var * float64");
  pt.counter = eta.counter = "nMuon";
  const auto branches = plan({pt, column("x", "int32"), eta});
  REQUIRE(branches.size() == 4);
  CHECK(branches[0].name == "nMuon");
  CHECK(branches[0].counted_columns == std::vector<std::size_t>{0, 2});
  CHECK(branches[1].title == "pt[nMuon]/F");
  CHECK(branches[3].title == "eta[nMuon]/D");
  CHECK(branches[3].counter == 0);
}

TEST_CASE("tree schema: a counter is of the type that is said, if that is of whole numbers") {
  auto list = column("x", "var * float32");
  for (const auto& [type, expected] :
       {std::pair("int8", "TLeafB nx/B"), std::pair("uint8", "TLeafB nx/b"), std::pair("int16", "TLeafS nx/S"),
        std::pair("uint16", "TLeafS nx/s"), std::pair("uint32", "TLeafI nx/i"), std::pair("int64", "TLeafL nx/L")}) {
    list.counter_type = array::parse_type(type).number;
    const auto branches = plan({list});
    CHECK(branches.at(0).leaf_class + " " + branches[0].title == expected);
    CHECK(branches[0].row_size() == array::size_of(list.counter_type));
    CHECK(branches.at(1).title == "x[nx]/F");
  }
  list.counter_type = array::NumberType::float32;
  CHECK(error_of({list}).find("a counter is of whole numbers, not float32") != std::string::npos);
}

TEST_CASE("tree schema: a list of records is a branch for each member, with one counter") {
  const auto branches = plan({column("Muon", "var * {pt: float32, cov: 3 * float64}")});
  REQUIRE(branches.size() == 3);
  CHECK(branches[0].title == "nMuon/I");
  CHECK(branches[1].title == "Muon_pt[nMuon]/F");
  CHECK(branches[2].title == "Muon_cov[nMuon][3]/D");
  CHECK(branches[2].item_path == std::vector<std::uint32_t>{1});
}

TEST_CASE("tree schema: strings, vectors and leaf lists") {
  CHECK(plan({column("s", "string")})[0].title == "s/C");
  CHECK(plan({column("s", "string")})[0].packing == Packing::c_string);
  CHECK(plan({column("s", "string", table::ListForm::standard_vector)})[0].element->class_name == "string");
  const auto element = [&](std::string_view type) {
    const auto branches = plan({column("v", type, table::ListForm::standard_vector)});
    REQUIRE(branches.size() == 1);
    CHECK(branches[0].leaf_class == "TLeafElement");
    return branches[0].element->class_name;
  };
  CHECK(element("var * float32") == "vector<float>");
  CHECK(element("var * string") == "vector<string>");
  CHECK(element("var * var * uint64") == "vector<vector<ULong64_t> >");
  CHECK(element("var * var * var * bool") == "vector<vector<vector<bool> > >");
  const auto list = plan({column("l", "{a: float32, b: 2 * int16}")});
  CHECK(list[0].title == "a/F:b[2]/S");
  CHECK(list[0].packing == Packing::leaf_list);
  CHECK(list[0].row_size() == 8);
}

TEST_CASE("tree schema: packed numbers keep their range in the title") {
  auto range = column("x", "float64");
  range.packed_range = "[0,100,16]";
  CHECK(plan({range})[0].title == "x/d[0,100,16]");
  CHECK(plan({range})[0].leaf_class == "TLeafD32");
  CHECK(plan({range})[0].row_size() == 4);
  range.type = array::parse_type("var * float32");
  range.packed_range = "[]";
  CHECK(plan({range})[1].title == "x[nx]/f");
  CHECK(plan({range})[1].leaf_class == "TLeafF16");
  CHECK(plan({range})[1].coding.stored_size() == 3);
}

TEST_CASE("tree schema: a type that cannot be stored is refused with the column's name") {
  CHECK(error_of({column("", "int32")}) == "column '': a column has no name");
  CHECK(error_of({column("x", "int32"), column("x", "bool")}) == "column 'x': branch name 'x' is taken already");
  CHECK(error_of({column("nx", "int32"), column("x", "var * bool")}) ==
        "column 'x': branch name 'nx' is taken already");
  CHECK(error_of({column("x", "var * var * int32")})
            .starts_with("column 'x': var * int32 cannot be stored in this form"));
  CHECK(error_of({column("x", "3 * string")}).starts_with("column 'x': 3 * string cannot be stored in this form"));
  CHECK(error_of({column("x", "0 * int32")}) == "column 'x': a dimension of 0");
  CHECK(error_of({column("x", "65536 * 65536 * int32")}).starts_with("column 'x': arrays of 4294967296 values"));
  CHECK(error_of({column("x", "var * 3 * int32", table::ListForm::standard_vector)})
            .starts_with("column 'x': vectors of"));
  CHECK(error_of({column("x", "{a: string}")}).starts_with("column 'x': string cannot be stored in this form"));
  CHECK(error_of({column("x", "var * {a: var * int32}")}).starts_with("column 'x'"));
}

TEST_CASE("tree schema: a record without members is refused") {
  table::Column none{.name = "x", .type = array::Type::record_of({}, {})};
  CHECK(error_of({none}) == "column 'x': a record without members cannot be stored");
}

TEST_CASE("tree schema: a range where readers would not find it, or where there is none, is refused") {
  const auto with = [](std::string_view type, table::ListForm form = table::ListForm::counted) {
    table::Column spec = column("x", type, form);
    spec.packed_range = "[0,1,8]";
    return error_of({spec});
  };
  CHECK(with("var * 2 * float32") == "column 'x': readers do not find a range after 2 dimensions");
  CHECK(with("int32") == "column 'x': a range is for float32 and float64, not int32");
  CHECK(with("var * float32", table::ListForm::standard_vector) ==
        "column 'x': a std::vector cannot have a packed range");
  CHECK(with("{a: float32}") == "column 'x': a leaf list cannot have a packed range");
}

TEST_CASE("tree schema: names that readers would take for dimensions, paths or leaf lists are refused") {
  for (const char* const name : {"x[3]", "a]", "a/b", "a:b"}) {
    CAPTURE(name);
    CHECK(error_of({column(name, "int32")}).find("which readers do not treat as part of a name") != std::string::npos);
  }
  CHECK(error_of({{.name = "x", .type = array::Type::record_of({"b/c"}, {array::parse_type("int32")})}}) != "none");
  CHECK(error_of({column("jet.pt", "int32")}) == "none");
  CHECK(error_of({column("x y", "int32")}) == "none");
}

TEST_CASE("tree schema: two leaves of one name are refused") {
  CHECK(error_of(
            {{.name = "x",
              .type = array::Type::record_of({"a", "a"}, {array::parse_type("int32"), array::parse_type("int32")})}}) ==
        "column 'x': leaf name 'a' is taken already");
}
