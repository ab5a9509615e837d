#include "ramet/ntuple/internal/batch_cursor.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet_test::text_of;

namespace {

/// The batches of some fields, as text.
std::vector<std::string> batches_of(const sample::NTupleRecipe& recipe, const std::vector<std::string>& paths,
                                    const std::vector<EntryRange>& ranges, std::size_t batch_entries,
                                    const StopToken& stop = {}) {
  const auto reader = sample::open_ntuple(recipe);
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), blobs);
  std::vector<ntuple::FieldLayout> layouts;
  for (const std::string& path : paths) layouts.push_back(reader->layout(reader->ntuple().at(path)));
  ntuple::internal::BatchCursor cursor(reader->ntuple().schema, layouts, blobs);
  std::vector<std::string> batches;
  for (const EntryRange range : ranges)
    cursor.for_each_batch(index.overlapping(range).front(), range, batch_entries, stop,
                          [&](const ntuple::Batch& batch) {
                            for (const array::Array& column : batch.columns) {
                              CHECK_NOTHROW(array::validate(column));
                              batches.push_back(text_of(column));
                            }
                          });
  return batches;
}

}  // namespace

TEST_CASE("batches of several fields follow one another, from any entry on and in any order of clusters") {
  using Batches = std::vector<std::string>;
  const auto recipe = sample::events({true, true, 3}, {10, 10});
  CHECK(batches_of(recipe, {"x", "size"}, {{{3}, {8}}}, 2) ==
        Batches{"[1.5, 2]", "[0, 1]", "[2.5, 3]", "[2, 0]", "[3.5]", "[1]"});
  CHECK(batches_of(recipe, {"s"}, {{{12}, {14}}, {{1}, {2}}, {{18}, {20}}}, 10) ==
        Batches{sample::event_text("s", 12, 14), sample::event_text("s", 1, 2), sample::event_text("s", 18, 20)});
}

TEST_CASE("a batch holds the values of its entries alone, of every kind of field") {
  const auto recipe = sample::events({true, false, 7}, {30});
  for (const char* path : {"v", "pair", "option", "variant", "bits", "names", "empties"}) {
    const auto batches = batches_of(recipe, {path}, {{{5}, {30}}}, 4);
    REQUIRE(batches.size() == 7);
    for (std::uint64_t batch = 0; batch < 7; ++batch)
      CHECK(batches[batch] == sample::event_text(path, 5 + 4 * batch, std::min<std::uint64_t>(9 + 4 * batch, 30)));
  }
}

TEST_CASE("collections that contradict themselves are corrupt, and a stop is heard") {
  auto recipe = sample::events({}, {3});
  auto& pages = recipe.clusters[0].columns[2];
  pages.clear();
  pages.push_back({sample::delta_page(std::vector<std::uint64_t>{2}), 1});
  pages.push_back({sample::delta_page(std::vector<std::uint64_t>{1, 3}), 2});
  CHECK_THROWS_AS(batches_of(recipe, {"v"}, {{{0}, {3}}}, 10), Error);
  recipe = sample::events({}, {3});
  recipe.clusters[0].columns[9] = {};
  recipe.clusters[0].columns[9].push_back({sample::plain_page(std::vector<std::uint64_t>{0, 2, 2}), 3});
  recipe.clusters[0].columns[10] = {};
  recipe.clusters[0].columns[10].push_back({sample::plain_page(std::vector<std::int16_t>{1, 2}), 2});
  CHECK_THROWS_AS(batches_of(recipe, {"option"}, {{{0}, {3}}}, 10), Error);
  StopSource stop;
  stop.request_stop();
  CHECK_THROWS_AS(batches_of(recipe, {"x"}, {{{0}, {3}}}, 10, stop.get_token()), Error);
}
