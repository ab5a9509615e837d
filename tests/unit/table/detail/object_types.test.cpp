#include "ramet/table/detail/object_types.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using table::Column;
using table::ListForm;
using table::Schema;

namespace {

Column column(std::string name, std::string_view type, ListForm form = ListForm::counted) {
  return {.name = std::move(name), .type = array::parse_type(type), .form = form};
}

/// The C++ type that a tree stores values of this type as; empty if it needs none.
std::string type_of(std::string_view type, ListForm form = ListForm::counted) {
  Schema schema{"t", "", {column("x", type, form)}};
  name_object_types(schema);
  return schema.columns[0].type_name;
}

}  // namespace

TEST_CASE("values that a tree has a form for need no objects") {
  for (const char* type : {"int32", "string", "3 * 2 * float32", "var * int16", "var * 4 * float32",
                           "{x: float32, n: 2 * int32}", "var * {pt: float32, q: int8}"})
    CHECK(type_of(type).empty());
  CHECK(type_of("var * var * string", ListForm::standard_vector).empty());
}

TEST_CASE("other values are stored as objects of C++ types") {
  CHECK(type_of("var * var * float32") == "std::vector<std::vector<float>>");
  CHECK(type_of("var * string") == "std::vector<std::string>");
  CHECK(type_of("?int64") == "std::optional<Long64_t>");
  CHECK(type_of("2 * string") == "std::array<std::string,2>");
  CHECK(type_of("var * var * {a: uint64, b: bool}") == "std::vector<std::vector<x>>");
}

TEST_CASE("records become classes named after the column and its members, one for each kind of record") {
  Schema schema{"t", "", {column("x", "{a: var * int8, b: {c: string}}"), column("x_b", "{d: string}")}};
  name_object_types(schema);
  CHECK(schema.columns[0].type_name == "x");
  CHECK(schema.columns[1].type_name == "x_b_2");
  CHECK(schema.classes ==
        std::vector<schema::ClassSpec>{{.name = "x_b", .members = {{"c", "std::string"}}},
                                       {.name = "x", .members = {{"a", "std::vector<std::int8_t>"}, {"b", "x_b"}}},
                                       {.name = "x_b_2", .members = {{"d", "std::string"}}}});
}

TEST_CASE("values of several types are refused, and a column with a type keeps it") {
  Schema schema{"t", "", {column("x", "union[int32, string]")}};
  CHECK_THROWS_WITH_AS(name_object_types(schema), "column 'x': values of several types in one column of a tree", Error);
  schema.columns[0].type_name = "std::variant<int,std::string>";
  name_object_types(schema);
  CHECK(schema.columns[0].type_name == "std::variant<int,std::string>");
}
