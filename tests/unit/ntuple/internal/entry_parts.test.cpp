#include "ramet/ntuple/internal/entry_parts.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;

namespace {

/// Where the parts of some fields begin, and where the last one ends.
std::vector<std::uint64_t> cuts_of(const sample::NTupleRecipe& recipe, const std::vector<std::string>& paths,
                                   std::size_t concurrency, std::optional<EntryRange> entries = {},
                                   std::size_t batch_entries = 1) {
  const auto reader = sample::open_ntuple(recipe);
  const EntryRange wanted = entries.value_or(reader->ntuple().all_entries());
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), blobs);
  std::vector<ntuple::FieldLayout> layouts;
  for (const std::string& path : paths) layouts.push_back(reader->layout(reader->ntuple().at(path)));
  const auto parts = ntuple::internal::entry_parts(reader->ntuple().schema, layouts, index.overlapping(wanted),
                                                   {wanted, batch_entries, concurrency});
  std::vector<std::uint64_t> cuts;
  std::uint64_t end = wanted.first.number;
  for (const EntryRange part : parts) {
    CHECK(part.first.number == end);
    CHECK(part.last.number > end);
    cuts.push_back(part.first.number);
    end = part.last.number;
  }
  CHECK(end == wanted.last.number);
  cuts.push_back(end);
  return cuts;
}

/// A cluster of two fields, whose pages have so many elements.
sample::NTupleRecipe two_fields(std::size_t entries, std::size_t page_of_a, std::size_t page_of_b) {
  sample::NTupleRecipe recipe;
  recipe.leaf("a", "float", ColumnType::real32, 32);
  recipe.leaf("b", "double", ColumnType::real64, 64);
  sample::EventsWriter a({.page_elements = page_of_a}), b({.page_elements = page_of_b});
  a.add(std::vector<float>(entries), [](const auto& values) { return sample::plain_page(values); });
  b.add(std::vector<double>(entries), [](const auto& values) { return sample::plain_page(values); });
  sample::SampleCluster cluster = a.take(entries);
  cluster.columns.push_back(b.take(entries).columns.front());
  recipe.clusters.push_back(std::move(cluster));
  return recipe;
}

using Cuts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("one thread takes clusters whole, and so does any when there are few batches in them") {
  const auto recipe = sample::events({true, false, 5}, {30, 10});
  CHECK(cuts_of(recipe, {"x", "v"}, 1) == Cuts{0, 30, 40});
  CHECK(cuts_of(recipe, {"x"}, 1, EntryRange{{3}, {35}}) == Cuts{3, 30, 35});
  CHECK(cuts_of(recipe, {"x"}, 8, {}, 10) == Cuts{0, 30, 40});
  CHECK(cuts_of(recipe, {"x"}, 8, {}, std::numeric_limits<std::size_t>::max()) == Cuts{0, 30, 40});
}

TEST_CASE("clusters are cut where pages end, and never inside of them") {
  CHECK(cuts_of(two_fields(100, 20, 10), {"a"}, 64) == Cuts{0, 20, 40, 60, 80, 100});
  CHECK(cuts_of(two_fields(100, 20, 10), {"b"}, 64) == Cuts{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100});
  CHECK(cuts_of(two_fields(1000, 20, 10), {"a"}, 2) == Cuts{0, 120, 260, 380, 500, 620, 760, 880, 1000});
  CHECK(cuts_of(two_fields(100, 20, 10), {"a"}, 64, EntryRange{{30}, {70}}) == Cuts{30, 40, 60, 70});
  CHECK(cuts_of(two_fields(100, 100, 100), {"a", "b"}, 64) == Cuts{0, 100});
}

TEST_CASE("fields read together are cut where the pages of all end") {
  CHECK(cuts_of(two_fields(120, 30, 15), {"a", "b"}, 64) == Cuts{0, 30, 60, 90, 120});
}

TEST_CASE("the values of an entry may be several, as long as all entries have as many") {
  auto recipe = sample::events({true, false, 30}, {100});  // three bits an entry
  CHECK(cuts_of(recipe, {"bits"}, 64) == Cuts{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100});
}

TEST_CASE("the contents of collections are cut anywhere, but only as often as they have many pages") {
  CHECK(cuts_of(sample::events({true, false, 1000}, {90}), {"v"}, 64) == Cuts{0, 90});
  const auto cuts = cuts_of(sample::events({true, false, 2}, {900}), {"v"}, 64);
  CHECK(cuts.size() > 100);
  CHECK(cuts.size() < 300);  // of 450 pages and more
}

TEST_CASE("a deferred column and one of empty pages are read in parts, too") {
  auto recipe = two_fields(100, 20, 10);
  auto& pages = recipe.clusters[0].columns[0];
  const sample::SamplePage none(sample::plain_page(std::vector<float>{}), 0);
  pages.insert(pages.begin() + 1, 3, none);
  CHECK(cuts_of(recipe, {"a"}, 64) == Cuts{0, 20, 40, 60, 80, 100});
  recipe.columns[0].first_element = 40;
  pages.erase(pages.begin(), pages.begin() + 5);
  CHECK(cuts_of(recipe, {"a"}, 64).back() == 100);
}
