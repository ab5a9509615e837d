#include "ramet/ntuple/field_layout.hpp"

#include <string>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using ntuple::ColumnType;
using ntuple::FieldRole;
using ntuple::LayoutKind;

namespace {

std::string type_of(const sample::NTupleRecipe& recipe, const std::string& path) {
  const auto reader = sample::open_ntuple(recipe);
  const auto layout = reader->layout(reader->ntuple().at(path));
  return layout.is_readable() ? to_string(layout.type) : layout.reason;
}

}  // namespace

TEST_CASE("fields of every kind have a type") {
  const auto recipe = sample::events_schema();
  CHECK(type_of(recipe, "x") == "float32");
  CHECK(type_of(recipe, "v") == "var * float64");
  CHECK(type_of(recipe, "s") == "string");
  CHECK(type_of(recipe, "pair") == "{first: int64, second: var * uint8}");
  CHECK(type_of(recipe, "option") == "?int16");
  CHECK(type_of(recipe, "variant") == "union[int32, string]");
  CHECK(type_of(recipe, "bits") == "3 * bool");
  CHECK(type_of(recipe, "names") == "2 * string");
  CHECK(type_of(recipe, "size") == "uint32");
  CHECK(type_of(recipe, "empties") == "var * {}");
}

TEST_CASE("a field below records is read without them, and below collections in these") {
  sample::NTupleRecipe recipe;
  const auto muons = recipe.leaf("muons", "std::vector<Muon>", ColumnType::index64, 64);
  recipe.fields[muons].role = FieldRole::collection;
  const auto muon = recipe.field({"_0", "Muon", FieldRole::record, muons});
  const auto vertex = recipe.field({"vertex", "Point", FieldRole::record, muon});
  recipe.leaf("x", "float", ColumnType::real32, 32, vertex);
  recipe.leaf("y", "float", ColumnType::real32, 32, vertex);
  CHECK(type_of(recipe, "muons") == "var * {vertex: {x: float32, y: float32}}");
  CHECK(type_of(recipe, "muons.vertex") == "var * {x: float32, y: float32}");
  CHECK(type_of(recipe, "muons.vertex.y") == "var * float32");

  const auto reader = sample::open_ntuple(recipe);
  const array::Type type = reader->layout(reader->ntuple().at("muons")).type.contents[0];
  CHECK(type.class_name == "Muon");
  CHECK(type.contents[0].class_name == "Point");
}

TEST_CASE("members of bases are the class's own, and a name met twice gets a mark") {
  sample::NTupleRecipe recipe;
  const auto c = recipe.field({"c", "C", FieldRole::record});
  const auto b = recipe.field({":_0", "B", FieldRole::record, c});
  const auto a = recipe.field({":_0", "A", FieldRole::record, b});
  recipe.leaf("x", "float", ColumnType::real32, 32, a);
  recipe.leaf("x", "double", ColumnType::real64, 64, b);
  recipe.leaf("x", "bool", ColumnType::bit, 1, c);
  recipe.leaf("y", "char", ColumnType::character, 8, c);
  CHECK(type_of(recipe, "c") == "{x: float32, \"x'\": float64, \"x''\": bool, y: uint8}");
}

TEST_CASE("enums, atomics and arrays of arrays are what is in them") {
  sample::NTupleRecipe recipe;
  const auto color = recipe.field({"color", "Color"});
  recipe.leaf("_0", "std::int16_t", ColumnType::int16, 16, color);
  const auto outer = recipe.field({"matrix", "std::array<std::array<float,3>,2>", FieldRole::leaf, {}, 2});
  const auto inner = recipe.field({"_0", "std::array<float,3>", FieldRole::leaf, outer, 3});
  recipe.leaf("_0", "float", ColumnType::split_real32, 32, inner);
  const auto tuple = recipe.field({"tuple", "std::tuple<bool,float>", FieldRole::record});
  recipe.leaf("_0", "bool", ColumnType::bit, 1, tuple);
  recipe.leaf("_1", "float", ColumnType::real16, 16, tuple);
  CHECK(type_of(recipe, "color") == "int16");
  CHECK(type_of(recipe, "matrix") == "2 * 3 * float32");
  CHECK(type_of(recipe, "tuple") == "{_0: bool, _1: float32}");
}

TEST_CASE("what is not known makes a field unreadable, and what it is in, with a reason") {
  sample::NTupleRecipe recipe;
  const auto record = recipe.field({"record", "R", FieldRole::record});
  recipe.leaf("future", "float", static_cast<ColumnType>(0x2a), 24, record);
  recipe.leaf("x", "float", ColumnType::real32, 32, record);
  recipe.leaf("integer", "float", ColumnType::int32, 32);
  recipe.field({"role", "X", static_cast<FieldRole>(9)});
  recipe.field({"bare", "float"});
  const auto text = recipe.leaf("text", "std::string", ColumnType::index64, 64);
  recipe.column({ColumnType::real32, 32, text});
  const auto object = recipe.leaf("object", "Unheard", ColumnType::index64, 64);
  recipe.fields[object].role = FieldRole::streamer;
  recipe.column({ColumnType::byte, 8, object});
  const auto empty = recipe.leaf("empty", "std::vector<float>", ColumnType::index64, 64);
  recipe.fields[empty].role = FieldRole::collection;
  CHECK(type_of(recipe, "record") ==
        "field 'future' (float) has a column of type 0x2a (unknown) with elements of 24 bits");
  CHECK(type_of(recipe, "record.x") == "float32");
  CHECK(type_of(recipe, "integer") == "field 'integer' (float) is stored as Int32");
  CHECK(type_of(recipe, "role") == "its structural role 9 is unknown");
  CHECK(type_of(recipe, "bare") == "field 'bare' (float) has no column");
  CHECK(type_of(recipe, "text") == "field 'text' (std::string) is stored as Real32");
  CHECK(type_of(recipe, "object").starts_with("objects of class 'Unheard': "));
  CHECK(type_of(recipe, "empty") == "field 'empty' (std::vector<float>) has 0 fields below it, expected 1");
}
