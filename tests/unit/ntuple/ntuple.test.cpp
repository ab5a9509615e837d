#include "ramet/ntuple/ntuple.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using ntuple::FieldRole;

namespace {

sample::NTupleRecipe muons() {
  sample::NTupleRecipe recipe;
  recipe.leaf("run", "std::uint32_t", ColumnType::uint32, 32);
  const auto muons = recipe.leaf("muons", "std::vector<Muon>", ColumnType::index64, 64);
  recipe.fields[muons].role = FieldRole::collection;
  const auto muon = recipe.field({"_0", "Muon", FieldRole::record, muons});
  const auto base = recipe.field({":_0", "Particle", FieldRole::record, muon});
  recipe.leaf("pt", "float", ColumnType::real32, 32, base);
  recipe.leaf("charge", "std::int8_t", ColumnType::int8, 8, muon);
  return recipe;
}

std::string error_of(const sample::NTupleRecipe& recipe) {
  try {
    sample::open_ntuple(recipe);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("fields are found by their path, with and without the levels that have no name") {
  const auto reader = sample::open_ntuple(muons());
  const ntuple::NTuple& described = reader->ntuple();
  CHECK(described.name == "ntpl");
  CHECK(described.writer == "ramet tests");
  CHECK(described.at("run").type_name == "std::uint32_t");
  CHECK(described.at("muons.pt").name == "pt");
  CHECK(&described.at("muons._0.:_0.pt") == &described.at("muons.pt"));
  CHECK(&described.at("muons._0.charge") == described.find("muons.charge"));
  for (const char* path : {"", "muon", "muons.", ".muons", "muons.pt.x", "pt", "run."})
    CHECK(described.find(path) == nullptr);
}

TEST_CASE("a missing field suggests near ones") {
  const auto reader = sample::open_ntuple(muons());
  try {
    reader->ntuple().at("muons.p");
    FAIL("was found");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::not_found);
    CHECK(std::string(error.what()) == "no field 'muons.p' in ntuple 'ntpl'; did you mean 'muons.pt', 'muons'?");
  }
}

TEST_CASE("every field with a name is listed with the path that finds it") {
  const auto reader = sample::open_ntuple(muons());
  std::vector<std::string> paths;
  for (const ntuple::Field* field : ntuple::named_fields(reader->ntuple().schema)) {
    paths.push_back(reader->ntuple().path_of(*field));
    CHECK(reader->ntuple().find(paths.back()) == field);
  }
  CHECK(paths == std::vector<std::string>{"run", "muons", "muons.pt", "muons.charge"});
}

TEST_CASE("entries are counted by cluster groups, which leave no gap") {
  const auto reader = sample::open_ntuple(sample::events({}, {3, 4, 5}));
  const ntuple::NTuple& described = reader->ntuple();
  CHECK(described.entries == 12);
  CHECK(described.cluster_count() == 3);
  REQUIRE(described.groups.size() == 2);
  CHECK(described.groups[1].entries == EntryRange{{7}, {12}});
  CHECK(sample::open_ntuple(muons())->ntuple().entries == 0);
}

TEST_CASE("features that are not known are refused") {
  auto recipe = muons();
  recipe.feature_flags = 1;
  CHECK(error_of(recipe).ends_with("header: the ntuple needs feature 0 of its format, which ramet does not know"));
}
