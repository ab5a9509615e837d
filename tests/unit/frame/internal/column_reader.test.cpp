#include "ramet/frame/internal/column_reader.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
namespace internal = frame::internal;

TEST_CASE("batches of a tree and of a dataset have the same values") {
  const sample::Place place;
  const std::string names[] = {"x", "v"};
  for (const frame::Source& source : {sample::hundred(place), sample::two_hundred(place)}) {
    const auto starts = source.cluster_starts(place.options);
    const auto reader = internal::make_column_reader(source, names, starts, {{0}, {100}}, place.options);
    for (const std::uint64_t first : {0, 3, 16, 98}) {
      const array::Batch batch = reader->read({{first}, {first + 2}});
      CHECK(batch.columns[0].numbers<std::int32_t>()[1] == static_cast<std::int32_t>(first) + 1);
      CHECK(batch.columns[1].items().length() == first % 3 + (first + 1) % 3);
    }
  }
}

TEST_CASE("the cluster of an entry is cut to the range") {
  const std::uint64_t starts[] = {0, 8, 16};
  CHECK(internal::cluster_of({9}, starts, {{5}, {12}}) == EntryRange{{8}, {12}});
  CHECK(internal::cluster_of({7}, starts, {{5}, {12}}) == EntryRange{{5}, {8}});
  CHECK_THROWS_AS(internal::cluster_of({16}, starts, {{5}, {12}}), Error);
}
