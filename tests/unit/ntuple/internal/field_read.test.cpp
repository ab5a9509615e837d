#include "ramet/ntuple/internal/field_read.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using ntuple::FieldRole;
using ramet_test::text_of;

namespace {

/// All entries of a field, or the error.
std::string read(const sample::NTupleRecipe& recipe, const char* path, std::optional<EntryRange> range = {}) {
  try {
    const auto reader = sample::open_ntuple(recipe);
    const auto executor = schedule::make_serial_executor();
    const auto entries = range.value_or(reader->ntuple().all_entries());
    return text_of(reader->read(reader->ntuple().at(path), entries, {.executor = *executor}));
  } catch (const Error& error) {
    return error.what();
  }
}

template <class Value>
std::vector<sample::SamplePage> pages_of(const std::vector<Value>& values) {
  std::vector<sample::SamplePage> pages;
  pages.push_back({sample::plain_page(values), static_cast<std::int32_t>(values.size())});
  return pages;
}

/// Lists of bytes with these ends, in pages of these, and values.
sample::NTupleRecipe lists(const std::vector<std::vector<std::uint64_t>>& ends, std::size_t values,
                           std::uint64_t entries, const std::string& type = "std::vector<std::uint8_t>") {
  sample::NTupleRecipe recipe;
  const auto list = recipe.leaf("list", type, ColumnType::index64, 64);
  recipe.fields[list].role = FieldRole::collection;
  recipe.leaf("_0", "std::uint8_t", ColumnType::uint8, 8, list);
  sample::SampleCluster cluster{entries, {{}}, {}};
  for (const auto& page : ends) cluster.columns[0].push_back(std::move(pages_of(page).front()));
  cluster.columns.push_back(pages_of(std::vector<std::uint8_t>(values, 1)));
  recipe.clusters.push_back(std::move(cluster));
  return recipe;
}

}  // namespace

TEST_CASE("every page is a job of its own, and whole clusters are planned without reading one") {
  const auto reader = sample::open_ntuple(sample::events({true, true, 10}, {40, 20}));
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), blobs);
  const EntryRange all = reader->ntuple().all_entries();
  const auto clusters = index.overlapping(all);
  ntuple::internal::PageReader pages;
  const auto jobs_of = [&](const char* path, EntryRange entries) {
    const auto wanted = index.overlapping(entries);
    return ntuple::internal::FieldRead(reader->ntuple().schema, reader->layout(reader->ntuple().at(path)), entries,
                                       wanted, blobs, pages)
        .jobs()
        .size();
  };
  CHECK(jobs_of("x", all) == 6);
  CHECK(jobs_of("v", all) == 6 + 4 + 3);
  CHECK(jobs_of("x", {{5}, {15}}) == 2);
  CHECK(jobs_of("v", {{0}, {3}}) == 1 + 1);
  CHECK(jobs_of("x", {{3}, {3}}) == 0);
}

TEST_CASE("collections that decrease from one page to the next are corrupt") {
  CHECK(read(lists({{1, 3}, {3, 4}}, 4, 4), "list") == "[[1], [1, 1], [], [1]]");
  CHECK(read(lists({{1, 3}, {2, 4}}, 4, 4), "list") ==
        "'sample.root': field 'list': the ends of its collections decrease from one page to the next");
}

TEST_CASE("collections that end elsewhere than their content are corrupt") {
  CHECK(read(lists({{1, 3, 4}}, 5, 3), "list") ==
        "'sample.root': field 'list': its collections end at 4, but there are 5 values");
  CHECK(read(lists({{1, 3, 6}}, 5, 3), "list") ==
        "'sample.root': field 'list': its collections end at 6, but there are 5 values");
  CHECK(read(lists({{1, 3, 6}}, 5, 3), "list", EntryRange{{1}, {3}}).find("collections of cluster 0 go from 1 to 6") !=
        std::string::npos);
  CHECK(read(lists({{1, 3, 6}}, 5, 3), "list", EntryRange{{0}, {2}}) == "[[1], [1, 1]]");
}

TEST_CASE("an option of two values is corrupt") {
  CHECK(read(lists({{1, 1, 2}}, 2, 3, "std::optional<std::uint8_t>"), "list") == "[1, none, 1]");
  CHECK(read(lists({{1, 3}}, 3, 2, "std::optional<std::uint8_t>"), "list") ==
        "'sample.root': field 'list': an optional has several values");
}

TEST_CASE("entries without elements are corrupt") {
  CHECK(read(lists({{1, 3}}, 3, 3), "list").find("column 0 has 2 elements in a cluster, but 0..3 are needed") !=
        std::string::npos);
}

TEST_CASE("a column that was added late has zeros, empty lists and no options before that") {
  sample::NTupleRecipe recipe;
  recipe.leaf("x", "std::uint8_t", ColumnType::uint8, 8);
  const auto late = recipe.leaf("late", "std::uint8_t", ColumnType::uint8, 8);
  recipe.columns.back().first_element = 3;
  const auto list = recipe.leaf("list", "std::vector<std::uint8_t>", ColumnType::index64, 64);
  recipe.fields[list].role = FieldRole::collection;
  recipe.columns.back().first_element = 3;
  recipe.leaf("_0", "std::uint8_t", ColumnType::uint8, 8, list);
  const auto array = recipe.field({"array", "std::array<std::uint8_t,2>", FieldRole::leaf, {}, 2});
  recipe.leaf("_0", "std::uint8_t", ColumnType::uint8, 8, array);
  recipe.columns.back().first_element = 6;
  recipe.late_fields = recipe.fields.size() - late;
  recipe.late_columns = recipe.columns.size() - 1;
  using Bytes = std::vector<std::uint8_t>;
  sample::SampleCluster first{2, {}, {}};
  first.columns.push_back(pages_of(Bytes{1, 2}));
  sample::SampleCluster second{3, {}, {}};
  second.columns.push_back(pages_of(Bytes{3, 4, 5}));
  second.columns.push_back(pages_of(Bytes{14, 15}));
  second.columns.push_back(pages_of(std::vector<std::uint64_t>{1, 3}));
  second.columns.push_back(pages_of(Bytes{7, 8, 9}));
  second.columns.push_back(pages_of(Bytes{1, 2, 3, 4}));
  recipe.clusters.push_back(std::move(first));
  recipe.clusters.push_back(std::move(second));
  CHECK(read(recipe, "x") == "[1, 2, 3, 4, 5]");
  CHECK(read(recipe, "late") == "[0, 0, 0, 14, 15]");
  CHECK(read(recipe, "late", EntryRange{{1}, {4}}) == "[0, 0, 14]");
  CHECK(read(recipe, "list") == "[[], [], [], [7], [8, 9]]");
  CHECK(read(recipe, "list", EntryRange{{2}, {4}}) == "[[], [7]]");
  CHECK(read(recipe, "list", EntryRange{{4}, {5}}) == "[[8, 9]]");
  CHECK(read(recipe, "array") == "[[0, 0], [0, 0], [0, 0], [1, 2], [3, 4]]");
}

TEST_CASE("a cluster's representation is its own") {
  sample::NTupleRecipe recipe;
  const auto x = recipe.leaf("x", "std::int32_t", ColumnType::int32, 32);
  recipe.column({ColumnType::split_int32, 32, x, 1});
  sample::SampleCluster first{2, {}, {1}};
  first.columns.push_back(pages_of(std::vector{-1, 2}));
  first.columns.emplace_back();
  sample::SampleCluster second{2, {}, {0}};
  second.columns.emplace_back();
  second.columns.emplace_back();
  second.columns[1].push_back({sample::zigzag_page(std::vector{-3, 4}), 2});
  recipe.clusters.push_back(std::move(first));
  recipe.clusters.push_back(std::move(second));
  CHECK(read(recipe, "x") == "[-1, 2, -3, 4]");
}

TEST_CASE("values of a variant that point nowhere are corrupt") {
  sample::NTupleRecipe recipe;
  const auto variant = recipe.leaf("v", "std::variant<std::uint8_t>", ColumnType::dispatch, 96);
  recipe.fields[variant].role = FieldRole::variant;
  recipe.leaf("_0", "std::uint8_t", ColumnType::uint8, 8, variant);
  sample::SampleCluster cluster{3, {{}}, {}};
  cluster.columns[0].push_back({sample::dispatch_page({{0, 1}, {0, 0}, {1, 1}}), 3});
  cluster.columns.push_back(pages_of(std::vector<std::uint8_t>{5, 6}));
  recipe.clusters.push_back(std::move(cluster));
  CHECK(read(recipe, "v") == "[1:5, none, 1:6]");
  recipe.clusters[0].columns[1] = pages_of(std::vector<std::uint8_t>{5});
  CHECK(read(recipe, "v").find("a value is element 1 of alternative 1, which has 0..1") != std::string::npos);
  CHECK(read(recipe, "v", EntryRange{{2}, {3}}).find("a value is element 1 of alternative 1") != std::string::npos);
  CHECK(read(recipe, "v", EntryRange{{0}, {2}}) == "[1:5, none]");
}
