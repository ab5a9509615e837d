#include "ramet/object/detail/array_type.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/stored_form.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

using namespace ramet;
using schema::ClassSpec;

namespace {

const std::vector<ClassSpec> classes = {
    {.name = "Point", .members = {{"x", "float"}, {"y", "Double32_t"}}},
    {.name = "ns::Track",
     .bases = {"Point"},
     .members = {{"x", "int[2]"}, {"names", "std::vector<std::string>"}, {"color", "enum Color"}}},
    {.name = "Node", .members = {{"nodes", "std::vector<Node>"}}},
};

std::string type_of(std::string_view name) { return array::to_string(object::array_type_of(name, classes)); }

}  // namespace

TEST_CASE("a C++ type has one column type") {
  CHECK(type_of("float") == "float32");
  CHECK(type_of("Long64_t") == "int64");
  CHECK(type_of("std::string") == "string");
  CHECK(type_of("double[2][3]") == "2 * 3 * float64");
  CHECK(type_of("std::array<std::array<bool,3>,2>") == "2 * 3 * bool");
  CHECK(type_of("std::bitset<16>") == "16 * bool");
  CHECK(type_of("std::vector<std::set<int>>") == "var * var * int32");
  CHECK(type_of("std::map<int,std::string>") == "var * {first: int32, second: string}");
  CHECK(type_of("std::pair<bool,Float16_t>") == "{first: bool, second: float32}");
  CHECK(type_of("std::tuple<int,std::vector<short>>") == "{_0: int32, _1: var * int16}");
  CHECK(type_of("std::optional<std::vector<float>>") == "?var * float32");
  CHECK(type_of("std::unique_ptr<Point>") == "?{x: float32, y: float64}");
  CHECK(type_of("std::variant<int,std::string>") == "union[int32, string]");
}

TEST_CASE("a class is a record, of its bases' members first") {
  CHECK(type_of("std::vector<ns::Track>") ==
        "var * {x: float32, y: float64, \"x'\": 2 * int32, names: var * string, color: int32}");
}

TEST_CASE("what is written is read back as the same type") {
  const schema::StreamerInfos infos(schema::streamer_infos_of(classes));
  for (const std::string name :
       {"vector<float>", "vector<vector<string> >", "map<int,vector<Point> >", "vector<ns::Track>", "ns::Track",
        "pair<int,Point>", "multimap<string,float>", "set<short>", "bitset<8>", "vector<pair<int,float> >"}) {
    CAPTURE(name);
    const auto stored =
        object::StoredType::compile({.file = &infos, .catalogue = nullptr}, name, object::Place::member);
    CHECK(array::to_string(object::column_type(stored->form())) == type_of(name));
  }
}

TEST_CASE("a type that has no column is refused") {
  for (const std::string name : {"Unknown", "float*", "std::vector<Unknown>", "std::array<int>", "std::bitset<x>",
                                 "Node", "std::map<int>", "vector<", "std::pair<int>"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(type_of(name), Error);
  }
}

TEST_CASE("a column's type is held against the C++ type") {
  const auto check = [](std::string_view type, std::string_view name) {
    object::check_array_type(array::parse_type(type), name, classes);
  };
  check("var * {x: float32, y: float64}", "std::list<Point>");
  check("int16", "enum Color");
  CHECK_THROWS_WITH_AS(check("var * int32", "std::set<float>"),
                       "values of type var * int32 do not match 'std::set<float>', which needs var * float32", Error);
  CHECK_THROWS_AS(check("float32", "enum Color"), Error);
}
