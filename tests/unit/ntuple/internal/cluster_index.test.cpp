#include "ramet/ntuple/internal/cluster_index.hpp"

#include <string>
#include <thread>
#include <vector>

#include "unit/ntuple/samples/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::internal::ClusterIndex;

namespace {

std::vector<std::uint64_t> numbers_of(const ClusterIndex& index, EntryRange entries) {
  std::vector<std::uint64_t> numbers;
  for (const auto& cluster : index.overlapping(entries)) numbers.push_back(cluster.number.number);
  return numbers;
}

}  // namespace

TEST_CASE("the clusters of a range are found, over all groups") {
  const auto reader = sample::open_ntuple(sample::events({}, {3, 4, 5}));
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ClusterIndex index(reader->ntuple(), blobs);
  using Numbers = std::vector<std::uint64_t>;
  CHECK(numbers_of(index, {{0}, {12}}) == Numbers{0, 1, 2});
  CHECK(numbers_of(index, {{2}, {4}}) == Numbers{0, 1});
  CHECK(numbers_of(index, {{7}, {8}}) == Numbers{2});
  CHECK(numbers_of(index, {{3}, {3}}).empty());
  CHECK(numbers_of(index, {{12}, {20}}).empty());
  CHECK(index.overlapping({{11}, {12}}).front().entries == EntryRange{{7}, {12}});
}

TEST_CASE("threads that need a list of pages at once get the same") {
  const auto reader = sample::open_ntuple(sample::events({}, {3, 4}));
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  const ClusterIndex index(reader->ntuple(), blobs);
  std::vector<const ntuple::PageList*> lists(8);
  {
    std::vector<std::jthread> threads;
    for (auto& list : lists) threads.emplace_back([&] { list = index.overlapping({{0}, {1}}).front().list; });
  }
  for (const auto* list : lists) CHECK(list == lists.front());
}

TEST_CASE("a list of pages that contradicts the footer is corrupt, when it is needed") {
  const auto reader = sample::open_ntuple(sample::events({}, {3, 4}));
  const ntuple::BlobReader blobs(reader->file().source(), 0);
  for (const int wrong : {0, 1, 2}) {
    ntuple::NTuple changed = reader->ntuple();
    if (wrong == 0) changed.groups[1].clusters = 2;
    if (wrong == 1) changed.groups[1].entries.last = {8};
    if (wrong == 2) changed.groups[1].entries.first = {2};
    const ClusterIndex index(changed, blobs);
    CHECK_NOTHROW(index.overlapping({{0}, {1}}));
    CHECK_THROWS_AS(index.overlapping({{4}, {5}}), Error);
  }
}
