#include "ramet/io/extent_allocator.hpp"

#include <algorithm>
#include <barrier>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using ramet::io::Extent;
using ramet::io::ExtentAllocator;

TEST_CASE("extent allocator: extents follow each other from where it was told to begin") {
  ExtentAllocator space(100);
  CHECK(space.end() == 100);
  const Extent first = space.take(20);
  const Extent none = space.take(0);
  const Extent second = space.take(5);
  CHECK(first.offset == 100);
  CHECK(first.size == 20);
  CHECK(none.offset == 120);
  CHECK(none.size == 0);
  CHECK(second.offset == 120);
  CHECK(space.end() == 125);
}

TEST_CASE("extent allocator: threads that take at once get each byte once") {
  constexpr std::size_t threads = 4;
  constexpr std::size_t rounds = 2'000;
  ExtentAllocator space(7);
  std::vector<std::vector<Extent>> taken(threads);
  std::barrier start(threads);
  {
    std::vector<std::jthread> takers;
    for (std::size_t taker = 0; taker < threads; ++taker) {
      takers.emplace_back([&, taker] {
        start.arrive_and_wait();
        for (std::size_t round = 0; round < rounds; ++round) taken[taker].push_back(space.take(1 + round % 5 + taker));
      });
    }
  }
  std::vector<Extent> all;
  for (const auto& extents : taken) all.insert(all.end(), extents.begin(), extents.end());
  std::ranges::sort(all, {}, &Extent::offset);
  std::uint64_t end = 7;
  bool is_seamless = true;
  for (const Extent& extent : all) {
    is_seamless = is_seamless && extent.offset == end;
    end = extent.offset + extent.size;
  }
  CHECK(all.size() == threads * rounds);
  CHECK(is_seamless);
  CHECK(space.end() == end);
}
