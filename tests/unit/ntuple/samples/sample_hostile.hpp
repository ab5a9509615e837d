#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_ntuple.hpp"

/// Ntuples that describe much with few bytes.
namespace sample {

/// So many floats in each of so many pages, which are all the same bytes: zeros.
inline NTupleRecipe repeated_page(std::int32_t elements, std::size_t pages) {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", ColumnType::real32, 32);
  SamplePage page(Buffer(static_cast<std::size_t>(elements) * 4), elements, true, true);
  std::vector<SamplePage> all(1, page);
  page.repeats = true;
  page.bytes.clear();
  while (all.size() < pages) all.push_back(page);
  recipe.clusters.push_back({static_cast<std::uint64_t>(elements) * pages, {std::move(all)}, {}});
  return recipe;
}

/// Entries of a field without members, which no column backs.
inline NTupleRecipe memberless(std::uint64_t entries) {
  NTupleRecipe recipe;
  recipe.field({"nothing", "Nothing", FieldRole::record});
  recipe.clusters.push_back({entries, {}, {}});
  return recipe;
}

/// Arrays of what has no members.
inline NTupleRecipe memberless_array(std::uint64_t size, std::uint64_t entries) {
  NTupleRecipe recipe;
  const auto array = recipe.field({"many", "std::array<E>", FieldRole::leaf, {}, size});
  recipe.field({"_0", "E", FieldRole::record, array});
  recipe.clusters.push_back({entries, {}, {}});
  return recipe;
}

/// A page of which the last bytes are another one.
inline NTupleRecipe page_in_page() {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", ColumnType::real32, 32);
  SamplePage inside(Buffer(20), 5);
  inside.repeats = true;
  inside.shift = 4;
  recipe.clusters.push_back({15, {{SamplePage(Buffer(40), 10), inside}}, {}});
  return recipe;
}

/// Fields in one another that all have a name of that length.
inline NTupleRecipe long_names(std::size_t length, int levels, int fields) {
  NTupleRecipe recipe;
  std::size_t above = recipe.field({std::string(length, 'n'), "E", FieldRole::record});
  for (int level = 1; level < levels; ++level)
    above = recipe.field({std::string(length, 'n'), "E", FieldRole::record, above});
  for (int field = 0; field < fields; ++field) recipe.field({"x", "E", FieldRole::record, above});
  return recipe;
}

}  // namespace sample
