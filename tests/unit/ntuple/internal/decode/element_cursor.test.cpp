#include "ramet/ntuple/internal/decode/element_cursor.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::internal::ElementCursor;

namespace {

/// A cursor at the k-th column of a field in the first cluster. Threads: one thread.
struct Opened {
  Opened(const sample::NTupleRecipe& recipe, const char* path, std::size_t k,
         std::optional<std::uint64_t> expected = std::nullopt)
      : reader(sample::open_ntuple(recipe)),
        blobs(reader->file().source(), 0),
        index(reader->ntuple(), blobs),
        cursor(blobs, pages, reader->ntuple().at(path)) {
    const auto clusters = index.overlapping(reader->ntuple().all_entries());
    cursor.enter({reader->ntuple().schema, reader->ntuple().at(path), k, clusters.front(), expected});
  }

  std::shared_ptr<const ntuple::NTupleReader> reader;
  ntuple::BlobReader blobs;
  ntuple::internal::ClusterIndex index;
  ntuple::internal::PageReader pages;
  ElementCursor cursor;
};

}  // namespace

TEST_CASE("elements of several pages are read together, forwards and backwards") {
  Opened x(sample::events({true, true, 4}, {20}), "x", 0);
  for (const auto& [first, last] : {std::pair{2, 11}, {11, 12}, {0, 20}, {3, 3}}) {
    std::vector<float> out(static_cast<std::size_t>(last - first));
    const ntuple::internal::ElementRange range{static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)};
    x.cursor.read_numbers(range, array::NumberType::float32, reinterpret_cast<std::byte*>(out.data()));
    for (int i = first; i < last; ++i) CHECK(out[static_cast<std::size_t>(i - first)] == static_cast<float>(i) / 2);
  }
}

TEST_CASE("the end of a collection is looked up alone") {
  Opened v(sample::events({true, false, 4}, {20}), "v", 0);
  CHECK(v.cursor.read_end(0) == 0);
  CHECK(v.cursor.read_end(5) == 6);
  CHECK(v.cursor.read_end(2) == 3);
  std::vector<std::int64_t> ends(3);
  v.cursor.read_indexes({3, 6}, -3, ends.data());
  CHECK(ends == std::vector<std::int64_t>{0, 1, 3});
}

TEST_CASE("dispatches are read with their tags") {
  Opened variant(sample::events({true, false, 4}, {20}), "variant", 0);
  std::vector<std::uint8_t> tags(6);
  std::vector<std::int64_t> indexes(6);
  variant.cursor.read_dispatches({3, 9}, 2, tags.data(), indexes.data());
  CHECK(tags == std::vector<std::uint8_t>{0, 1, 2, 0, 1, 2});
  CHECK(indexes == std::vector<std::int64_t>{0, 1, 1, 0, 2, 2});
}

TEST_CASE("what a deferred column lacks is zero") {
  auto recipe = sample::events({}, {20});
  recipe.columns[0].first_element = 5;
  recipe.columns[2].first_element = 5;
  Opened x(recipe, "x", 0, 25);
  std::vector<float> out(4);
  x.cursor.read_numbers({3, 7}, array::NumberType::float32, reinterpret_cast<std::byte*>(out.data()));
  CHECK(out == std::vector{0.0F, 0.0F, 0.0F, 0.5F});
  Opened v(recipe, "v", 0, 25);
  CHECK(v.cursor.read_end(4) == 0);
  CHECK(v.cursor.read_end(7) == 3);
}

TEST_CASE("elements that are not there are corrupt, before memory is allocated for them") {
  Opened x(sample::events({}, {20}), "x", 0);
  CHECK_NOTHROW(x.cursor.require_believable({0, 20}));
  CHECK_THROWS_AS(x.cursor.require_believable({0, 21}), Error);
  float out = 0;
  const auto read = [&] {
    x.cursor.read_numbers({20, 21}, array::NumberType::float32, reinterpret_cast<std::byte*>(&out));
  };
  CHECK_THROWS_AS(read(), Error);
}
