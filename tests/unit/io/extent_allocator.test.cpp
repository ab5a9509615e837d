#include "ramet/io/extent_allocator.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/io/shared_counters.hpp"

using ramet::io::Extent;
using ramet::io::ExtentAllocator;

TEST_CASE("extent allocator: extents are adjacent from the given begin") {
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

TEST_CASE("extent allocator: each byte is given to one thread only") {
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

namespace {

/// Counters of one process. Threads: any.
class PlainCounters final : public ramet::io::SharedCounters {
 public:
  std::size_t size() const noexcept override { return 2; }
  std::uint64_t add(std::size_t counter, std::uint64_t amount) override { return numbers[counter].fetch_add(amount); }
  std::uint64_t raise(std::size_t counter, std::uint64_t least) override {
    if (fails) ramet::detail::fail(ramet::ErrorKind::io, "the window is closed");
    std::uint64_t before = numbers[counter];
    while (before < least && !numbers[counter].compare_exchange_weak(before, least)) {
    }
    return before;
  }
  std::uint64_t load(std::size_t counter) override { return numbers[counter]; }

  std::array<std::atomic<std::uint64_t>, 2> numbers{};
  bool fails = false;
};

}  // namespace

TEST_CASE("extent allocator: shared space begins after its own, and other processes take from it, too") {
  const auto counters = std::make_shared<PlainCounters>();
  ExtentAllocator space(100);
  space.take(50);
  CHECK(space.share(counters, 1) == 150);
  CHECK(space.take(10).offset == 150);
  ExtentAllocator joined(counters, 1, 150);
  CHECK(joined.end() == 150);
  CHECK(joined.take(5).offset == 160);
  CHECK(joined.end() == 165);
  CHECK(space.end() == 160);  // as far as it knows
  CHECK(space.take(1).offset == 165);
  CHECK(space.end() == 166);
  const auto taken = space.taken_of_shared();
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].offset == 150);
  CHECK(taken[1].offset == 165);
  CHECK(space.taken_of_shared().empty());
  CHECK(joined.taken_of_shared().empty());
  CHECK_THROWS_AS(space.share(counters, 1), ramet::Error);
}

TEST_CASE("extent allocator: an impossible value of a counter is corrupt") {
  const auto counters = std::make_shared<PlainCounters>();
  counters->numbers[0] = 99;
  ExtentAllocator joined(counters, 0, 100);
  CHECK_THROWS_AS(joined.take(1), ramet::Error);  // it would overwrite what was there before
  counters->numbers[0] = ~std::uint64_t{0};
  CHECK_THROWS_AS(joined.take(1), ramet::Error);
  counters->numbers[0] = 100;
  CHECK_THROWS_AS(joined.take(std::uint64_t{1} << 62), ramet::Error);
}

TEST_CASE("extent allocator: counters that fail leave the space as it was") {
  const auto counters = std::make_shared<PlainCounters>();
  ExtentAllocator space(100);
  counters->fails = true;
  CHECK_THROWS_AS(space.share(counters, 0), ramet::Error);
  CHECK(space.take(10).offset == 100);
  counters->fails = false;
  CHECK(space.share(counters, 0) == 110);
}

TEST_CASE("extent allocator: threads may take extents while the space becomes shared, and get each byte once") {
  for (int round = 0; round < 50; ++round) {
    const auto counters = std::make_shared<PlainCounters>();
    ExtentAllocator space(7);
    std::vector<std::vector<Extent>> taken(3);
    std::barrier start(4);
    {
      std::vector<std::jthread> takers;
      for (std::size_t taker = 0; taker < 3; ++taker) {
        takers.emplace_back([&, taker] {
          start.arrive_and_wait();
          for (std::size_t turn = 0; turn < 500; ++turn) taken[taker].push_back(space.take(1 + turn % 7));
        });
      }
      start.arrive_and_wait();
      space.share(counters, 0);
    }
    std::vector<Extent> all;
    for (const auto& some : taken) all.insert(all.end(), some.begin(), some.end());
    std::ranges::sort(all, {}, &Extent::offset);
    std::uint64_t next = 7;
    for (const Extent extent : all) {
      REQUIRE(extent.offset == next);
      next += extent.size;
    }
    CHECK(counters->numbers[0] == next);
  }
}
