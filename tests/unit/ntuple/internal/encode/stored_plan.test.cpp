#include "ramet/ntuple/internal/encode/stored_plan.hpp"

#include "unit/ntuple/encode/sample_written.hpp"
#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

using namespace ramet;
using namespace ramet::ntuple;

namespace {

NTuplePlan stored_plan(const std::shared_ptr<const NTupleReader>& reader) {
  return plan_of(reader->ntuple(), *sample::point_forms());
}

}  // namespace

TEST_CASE("stored plan: what an ntuple says of its fields is what they were planned as") {
  const std::vector<std::string> types = {"float64",
                                          "bool",
                                          "string",
                                          "var * var * int16",
                                          "3 * 2 * float32",
                                          "{x: float32, n: var * uint8}",
                                          "var * {a: int64, s: string}",
                                          "?int32",
                                          "var * ?string",
                                          "union[int8, var * float64]"};
  for (const bool is_compressed : {false, true}) {
    sample::WrittenNTuple recipe{{"ntpl", "said", {}}, {}, {{2}, {1}}};
    recipe.options.compression = compression::Settings::from_code(is_compressed ? 505 : 0);
    for (const std::string& type : types) {
      recipe.table.columns.push_back({"f" + std::to_string(recipe.columns.size()), array::parse_type(type)});
      recipe.columns.push_back(sample::noise_of(type, 3));
    }
    recipe.table.projections.push_back({"p", "f6.s"});
    const NTuplePlan planned = plan_ntuple(recipe.table, is_compressed);
    const NTuplePlan stored = stored_plan(sample::open_ntuple(sample::file_of(recipe)));
    CHECK(stored.header.fields == planned.schema.fields.size());
    CHECK(stored.header.columns == planned.schema.columns.size());
    CHECK(stored.fields_with_variants == planned.fields_with_variants);
    REQUIRE(stored.table.columns.size() == types.size());
    for (std::size_t field = 0; field < types.size(); ++field)
      CHECK(to_string(stored.table.columns[field].type) == to_string(planned.table.columns[field].type));
    REQUIRE(stored.table.projections.size() == 1);
    CHECK(stored.table.projections[0].name == "p");
    REQUIRE(stored.sources.size() == planned.sources.size());
    for (std::size_t column = 0; column < planned.sources.size(); ++column) {
      CAPTURE(column);
      CHECK(stored.schema.columns[column].coding.type == planned.schema.columns[column].coding.type);
      CHECK(stored.sources[column].field == planned.sources[column].field);
      CHECK(stored.sources[column].path == planned.sources[column].path);
      CHECK(stored.sources[column].part == planned.sources[column].part);
      CHECK(stored.sources[column].per_empty_entry == planned.sources[column].per_empty_entry);
    }
  }
}

TEST_CASE("stored plan: fields as other writers have them, and what only shows others") {
  const NTuplePlan plan = stored_plan(sample::open_ntuple(sample::events({}, {3})));
  CHECK(plan.table.columns.size() == 10);
  CHECK(plan.table.projections.size() == 1);
  CHECK(plan.sources.size() == 19);
  CHECK(plan.fields_with_variants == std::vector<std::size_t>{6});
}

TEST_CASE("stored plan: what cannot be written is named, with the reason") {
  const auto refusal_of = [](const sample::NTupleRecipe& recipe) -> std::string {
    try {
      stored_plan(sample::open_ntuple(recipe));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::unsupported);
      return error.what();
    }
    return "none";
  };
  sample::NTupleRecipe unknown;
  unknown.field({"f", "Unknown", FieldRole::leaf});
  CHECK(refusal_of(unknown) == "field 'f' cannot be continued: field 'f' (Unknown) has no column");
  sample::NTupleRecipe wide;
  wide.leaf("f", "std::int32_t", ColumnType::int64, 64);
  CHECK(refusal_of(wide) ==
        "field 'f' cannot be continued: values of type int32 are not written as Int64 with 64 bits");
  sample::NTupleRecipe twice;
  const auto field = twice.leaf("f", "float", ColumnType::real32, 32);
  sample::SampleColumn other{ColumnType::split_real32, 32, field};
  other.representation = 1;
  twice.column(other);
  CHECK(refusal_of(twice) == "field 'f' cannot be continued: field 'f' (float) is stored in 2 ways");
}
