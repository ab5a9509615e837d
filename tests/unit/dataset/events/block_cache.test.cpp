#include "ramet/dataset/events/block_cache.hpp"

#include <cstdint>
#include <memory>

#include <doctest/doctest.h>

using namespace ramet;
using dataset::BlockCache;
using dataset::EventBlock;

namespace {

std::shared_ptr<const EventBlock> block_of(std::uint64_t first, std::uint64_t bytes) {
  return std::make_shared<const EventBlock>(EventBlock{{{first}, {first + 1}}, {}, bytes});
}

}  // namespace

TEST_CASE("block cache: what was not used for longest goes when the budget is used up") {
  BlockCache cache(100);
  cache.put(block_of(0, 40));
  cache.put(block_of(1, 40));
  CHECK(cache.find({0}) != nullptr);
  cache.put(block_of(2, 40));
  CHECK(cache.find({1}) == nullptr);
  CHECK(cache.find({0}) != nullptr);
  CHECK(cache.find({2}) != nullptr);
  CHECK(cache.bytes() == 80);
}

TEST_CASE("block cache: a block larger than the budget is kept alone") {
  BlockCache cache(100);
  cache.put(block_of(0, 40));
  cache.put(block_of(1, 400));
  CHECK(cache.find({0}) == nullptr);
  CHECK(cache.bytes() == 400);
  cache.put(block_of(2, 10));
  CHECK(cache.find({1}) == nullptr);
  CHECK(cache.bytes() == 10);
}

TEST_CASE("block cache: of two that made a block, both get the first one") {
  BlockCache cache(100);
  const auto first = cache.put(block_of(0, 10));
  CHECK(cache.put(block_of(0, 10)) == first);
  CHECK(cache.bytes() == 10);
}
