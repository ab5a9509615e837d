#include "ramet/ntuple/internal/decode/column_elements.hpp"

#include <string>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using ntuple::internal::ColumnElements;

namespace {

/// Elements as "page:first+count", zeros as "0+count".
std::string pieces_of(const ColumnElements& elements, ntuple::internal::ElementRange range) {
  std::string text;
  std::uint64_t before = 0;
  elements.for_each_piece(range, [&](const ntuple::internal::ElementPiece& piece) {
    CHECK(piece.before == before);
    before += piece.count;
    text += piece.page == nullptr ? fmt::format("0+{} ", piece.count)
                                  : fmt::format("{}:{}+{} ", piece.place, piece.first, piece.count);
  });
  CHECK(before == range.size());
  return text;
}

/// A recipe with one column, whose pages have so many elements each.
sample::NTupleRecipe one_column(const std::vector<std::int32_t>& pages, std::uint64_t entries) {
  sample::NTupleRecipe recipe;
  recipe.leaf("x", "std::uint8_t", ColumnType::uint8, 8);
  sample::SampleCluster cluster{entries, {{}}, {}};
  for (const std::int32_t elements : pages)
    cluster.columns[0].push_back(
        {sample::plain_page(std::vector<std::uint8_t>(static_cast<std::size_t>(elements))), elements});
  recipe.clusters.push_back(std::move(cluster));
  return recipe;
}

/// A column and who owns its description. Threads: one thread.
struct OwnedElements {
  std::shared_ptr<const ramet::ntuple::NTupleReader> reader;
  ColumnElements elements;
};

/// The first column of a recipe in its first cluster.
OwnedElements elements_of(const sample::NTupleRecipe& recipe, std::optional<std::uint64_t> expected = {}) {
  const auto reader = sample::open_ntuple(recipe);
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), blobs);
  const auto clusters = index.overlapping(reader->ntuple().all_entries());
  const ntuple::Schema& schema = reader->ntuple().schema;
  return {reader, ColumnElements(schema, schema.fields.front(), 0, clusters.front(), expected)};
}

}  // namespace

TEST_CASE("a range is cut into the pages that it lies in, empty pages being stepped over") {
  const auto [reader, elements] = elements_of(one_column({3, 0, 2, 4}, 9));
  CHECK(elements.count() == 9);
  CHECK(pieces_of(elements, {0, 9}) == "0:0+3 2:0+2 3:0+4 ");
  CHECK(pieces_of(elements, {2, 6}) == "0:2+1 2:0+2 3:0+1 ");
  CHECK(pieces_of(elements, {3, 5}) == "2:0+2 ");
  CHECK(pieces_of(elements, {9, 9}).empty());
}

TEST_CASE("elements that a deferred column lacks are zeros in front") {
  auto recipe = one_column({3, 2}, 9);
  recipe.columns[0].first_element = 4;
  const auto [reader, elements] = elements_of(recipe, 9);
  CHECK(elements.count() == 9);
  CHECK(pieces_of(elements, {0, 9}) == "0+4 0:0+3 1:0+2 ");
  CHECK(pieces_of(elements, {1, 3}) == "0+2 ");
  CHECK(pieces_of(elements, {5, 8}) == "0:1+2 1:0+1 ");
  CHECK(elements_of(recipe).elements.count() == 5);  // where nobody says how many it must have
}

TEST_CASE("elements that are not there are corrupt") {
  const auto [reader, elements] = elements_of(one_column({3, 2}, 9), 9);
  CHECK(elements.count() == 5);
  CHECK_NOTHROW(elements.require({0, 5}));
  CHECK_THROWS_AS(elements.require({0, 6}), Error);
}

TEST_CASE("a page that takes more bytes than its elements is corrupt") {
  auto recipe = one_column({3}, 3);
  recipe.clusters[0].columns[0][0].elements = 2;
  CHECK_THROWS_AS(elements_of(recipe), Error);
}

TEST_CASE("a cluster's values are in the representation that it does not suppress") {
  auto recipe = one_column({3}, 3);
  recipe.column({ColumnType::uint16, 16, 0, 1});
  std::vector<sample::SamplePage> pages;
  pages.push_back({sample::plain_page(std::vector<std::uint16_t>{7, 8, 9}), 3});
  recipe.clusters[0].columns.front().clear();
  recipe.clusters[0].columns.push_back(std::move(pages));
  recipe.clusters[0].suppressed = {0};
  CHECK(elements_of(recipe).elements.number() == ntuple::ColumnNumber{1});
  recipe.clusters[0].suppressed = {0, 1};
  recipe.clusters[0].columns[1].clear();
  CHECK_THROWS_AS(elements_of(recipe), Error);
}

TEST_CASE("the values of a cluster are counted by what its columns have") {
  const auto reader = sample::open_ntuple(sample::events({}, {6}));
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), blobs);
  const auto clusters = index.overlapping({{0}, {6}});
  const auto count = [&](const char* path) {
    return count_in_cluster(reader->ntuple().schema, reader->layout(reader->ntuple().at(path)), clusters.front());
  };
  CHECK(count("x") == 6);
  CHECK(count("pair") == 6);
  CHECK(count("names") == 6);
  CHECK(count("variant") == 6);
  const auto empties = reader->layout(reader->ntuple().at("empties"));
  CHECK_FALSE(count_in_cluster(reader->ntuple().schema, empties.contents.front(), clusters.front()).has_value());
}
