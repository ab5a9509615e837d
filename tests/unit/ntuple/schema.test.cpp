#include "ramet/ntuple/schema.hpp"

#include <string>

#include "unit/ntuple/samples/sample_ntuple.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using ntuple::FieldNumber;

namespace {

std::string error_of(const sample::NTupleRecipe& recipe) {
  try {
    sample::open_ntuple(recipe);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("fields have those below them, and columns by representation") {
  sample::NTupleRecipe recipe;
  const auto v = recipe.leaf("v", "std::vector<float>", ColumnType::index64, 64);
  const auto x = recipe.leaf("_0", "float", ColumnType::real32, 32, v);
  recipe.column({ColumnType::real16, 16, x, 1});
  recipe.column({ColumnType::real32_quant, 20, x, 2, {}, std::pair(-1.0, 2.0)});
  recipe.field({"shown", "std::vector<float>", ntuple::FieldRole::collection, {}, {}, 0});
  recipe.aliases.push_back({0, 2});
  const auto reader = sample::open_ntuple(recipe);
  const ntuple::Schema& schema = reader->ntuple().schema;
  REQUIRE(schema.fields.size() == 3);
  CHECK(schema.top == std::vector<FieldNumber>{{0}, {2}});
  CHECK(schema.fields[0].fields == std::vector<FieldNumber>{{1}});
  CHECK(schema.fields[1].parent == FieldNumber{0});
  CHECK_FALSE(schema.fields[1].is_top());
  using Columns = std::vector<ntuple::ColumnNumber>;
  CHECK(schema.fields[1].representations == std::vector<Columns>{{{1}}, {{2}}, {{3}}});
  CHECK(schema.columns[3].coding.minimum == -1);
  CHECK(schema.columns[3].coding.maximum == 2);
  CHECK(schema.fields[2].source == FieldNumber{0});
  CHECK(schema.fields[2].representations == std::vector<Columns>{{{0}}});
}

TEST_CASE("fields and columns of the footer follow those of the header") {
  sample::NTupleRecipe recipe;
  recipe.leaf("x", "float", ColumnType::real32, 32);
  const auto late = recipe.leaf("late", "float", ColumnType::real32, 32);
  recipe.columns.back().first_element = 100;
  recipe.column({ColumnType::real16, 16, late, 1, -1});
  recipe.late_fields = 1;
  recipe.late_columns = 2;
  const auto reader = sample::open_ntuple(recipe);
  const ntuple::Schema& schema = reader->ntuple().schema;
  CHECK(schema.fields[1].name == "late");
  CHECK_FALSE(schema.columns[0].is_deferred);
  CHECK(schema.columns[1].is_deferred);
  CHECK_FALSE(schema.columns[1].is_suppressed);
  CHECK(schema.columns[2].is_suppressed);
}

TEST_CASE("fields and columns that do not fit together are corrupt") {
  const auto good = [] {
    sample::NTupleRecipe recipe;
    recipe.leaf("x", "float", ColumnType::real32, 32);
    recipe.leaf("y", "float", ColumnType::real32, 32);
    return recipe;
  };
  CHECK(error_of(good()) == "no error");
  auto recipe = good();
  recipe.fields[0].parent = 1;
  CHECK(error_of(recipe).find("field 0 ('x') has the parent 1, which comes later") != std::string::npos);
  recipe = good();
  recipe.columns[1].field = 2;
  CHECK(error_of(recipe).find("column 1 belongs to field 2, but there are 2") != std::string::npos);
  recipe = good();
  recipe.columns[1].representation = 1;
  CHECK(error_of(recipe).find("column 1 belongs to representation 1 of field 1, which has 0 so far") !=
        std::string::npos);
  recipe = good();
  recipe.aliases.push_back({2, 0});
  CHECK(error_of(recipe).find("an alias refers to column 2, but there are 2") != std::string::npos);
  recipe = good();
  recipe.column({ColumnType::real32, 32, 0, 1});
  recipe.column({ColumnType::real32, 32, 0, 1});
  CHECK(error_of(recipe).find("field 0 ('x') has 1 columns in one representation, 2 in another") != std::string::npos);
}

TEST_CASE("fields nested deeper than any compiler nests types are refused before the stack ends") {
  sample::NTupleRecipe recipe;
  recipe.field({"top", "A"});
  for (std::size_t depth = 0; depth < 100; ++depth) recipe.field({"_0", "A", ntuple::FieldRole::record, depth});
  CHECK(error_of(recipe) == "no error");
  recipe.field({"_0", "A", ntuple::FieldRole::record, 100});
  CHECK(error_of(recipe).find("is nested deeper than 100") != std::string::npos);
}

TEST_CASE("extra type information of the kind that is known is kept, of any other left alone") {
  sample::FrameWriter writer;
  for (int list = 0; list < 3; ++list) writer.list(0, [] {});
  writer.list(2, [&] {
    for (const std::uint32_t content : {7, 0})
      writer.record([&] {
        writer.write(content);
        writer.write(std::uint32_t{0});
        writer.string("");
        writer.string(content == 0 ? "streamer infos" : "something new");
      });
  });
  ntuple::SchemaBuilder builder;
  ntuple::FrameCursor cursor(writer.span());
  builder.add(cursor);
  CHECK(builder.finish().extra_types == std::vector<std::string>{"streamer infos"});
}
