#include "ramet/core/memory_budget.hpp"

#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

TEST_CASE("memory budget: what is reserved is used until it is given back, and the peak stays") {
  MemoryBudget budget(100);
  {
    const MemoryReservation first = budget.reserve(60);
    const MemoryReservation second = budget.reserve(40);
    CHECK(first.bytes() == 60);
    CHECK(budget.used() == 100);
  }
  CHECK(budget.used() == 0);
  CHECK(budget.peak() == 100);
  CHECK(budget.limit() == 100);
}

TEST_CASE("memory budget: trying does not wait, and takes nothing when it fails") {
  MemoryBudget budget(100);
  const MemoryReservation most = budget.try_reserve(90);
  CHECK(most.bytes() == 90);
  CHECK(budget.try_reserve(11).bytes() == 0);
  CHECK(budget.used() == 90);
  CHECK(budget.try_reserve(10).bytes() == 10);
  CHECK(budget.peak() == 100);
}

TEST_CASE("memory budget: more than all of it is misuse, not an eternal sleep") {
  MemoryBudget budget(100);
  CHECK_THROWS_WITH_AS(budget.reserve(101), "101 bytes are more than the whole memory budget of 100", Error);
  CHECK(budget.try_reserve(101).bytes() == 0);
  CHECK(budget.used() == 0);
}

TEST_CASE("memory budget: without a limit the largest numbers do not overflow") {
  MemoryBudget budget;
  const MemoryReservation large = budget.reserve(MemoryBudget::unlimited - 1);
  CHECK(budget.try_reserve(2).bytes() == 0);
  CHECK(budget.try_reserve(1).bytes() == 1);
}

TEST_CASE("memory reservation: it grows and shrinks in the budget it is from") {
  MemoryBudget budget(100);
  MemoryReservation reservation = budget.reserve(10);
  CHECK(reservation.try_grow(80));
  CHECK_FALSE(reservation.try_grow(11));
  CHECK(reservation.bytes() == 90);
  CHECK(budget.used() == 90);
  reservation.shrink_to(95);
  CHECK(reservation.bytes() == 90);
  reservation.shrink_to(30);
  CHECK(budget.used() == 30);
  reservation.release();
  reservation.release();
  CHECK(budget.used() == 0);
  CHECK(reservation.try_grow(5));
  CHECK(budget.used() == 5);
}

TEST_CASE("memory reservation: moving it hands the bytes over once") {
  MemoryBudget budget(100);
  MemoryReservation first = budget.reserve(10);
  MemoryReservation second = budget.reserve(20);
  second = std::move(first);
  CHECK(second.bytes() == 10);
  CHECK(budget.used() == 10);
  MemoryReservation& itself = second;
  second = std::move(itself);
  CHECK(budget.used() == 10);
  {
    const MemoryReservation third(std::move(second));
    CHECK(budget.used() == 10);
  }
  CHECK(budget.used() == 0);
  CHECK_FALSE(MemoryReservation().try_grow(1));
}

TEST_CASE("memory budget: a reservation that must wait gets its bytes as soon as they are given back") {
  MemoryBudget budget(100);
  for (int repetition = 0; repetition < 200; ++repetition) {
    MemoryReservation all = budget.reserve(100);
    std::barrier start(3);
    std::atomic<int> served = 0;
    {
      const auto wait_for_half = [&] {
        start.arrive_and_wait();
        const MemoryReservation half = budget.reserve(50);
        ++served;
      };
      const std::jthread first(wait_for_half);
      const std::jthread second(wait_for_half);
      start.arrive_and_wait();
      if (repetition % 20 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // both are asleep by then
      CHECK(served == 0);
      if (repetition % 40 == 0) all.shrink_to(50);  // enough for one of them, or for both at once
      while (repetition % 40 == 0 && served == 0) std::this_thread::yield();
      all.release();
    }
    CHECK(served == 2);
    CHECK(budget.used() == 0);
  }
}

TEST_CASE("memory budget: one that waits for much does not keep one that waits for little from waking") {
  MemoryBudget budget(100);
  MemoryReservation kept = budget.reserve(40);
  MemoryReservation freed = budget.reserve(60);
  std::atomic<bool> is_served = false;
  const std::jthread much([&] { const MemoryReservation all = budget.reserve(100); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // asleep, and first in the system's queue
  const std::jthread little([&] {
    const MemoryReservation some = budget.reserve(50);
    is_served = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  freed.release();
  const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!is_served && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
  CHECK(is_served);
  kept.release();
}

TEST_CASE("memory budget: threads that take and give back at once never hold more than the limit") {
  constexpr std::size_t threads = 4;
  constexpr std::uint64_t limit = 100;
  MemoryBudget budget(limit);
  std::atomic<std::uint64_t> held = 0;
  std::atomic<bool> is_exceeded = false;
  std::barrier start(threads);
  {
    std::vector<std::jthread> users;
    for (std::size_t user = 0; user < threads; ++user) {
      users.emplace_back([&, user] {
        start.arrive_and_wait();
        for (std::uint64_t round = 0; round < 2'000; ++round) {
          const std::uint64_t bytes = 1 + (round * 37 + user * 11) % limit;
          const MemoryReservation reservation = budget.reserve(bytes);
          if ((held += bytes) > limit) is_exceeded = true;
          held -= bytes;
        }
      });
    }
  }
  CHECK_FALSE(is_exceeded);
  CHECK(budget.used() == 0);
  CHECK(budget.peak() <= limit);
  CHECK(budget.peak() > 0);
}

TEST_CASE("memory budget: a part of a reservation is one of its own, no larger than the whole") {
  MemoryBudget budget(100);
  MemoryReservation whole = budget.reserve(60);
  MemoryReservation part = whole.split(20);
  CHECK(whole.bytes() == 40);
  CHECK(part.bytes() == 20);
  CHECK(budget.used() == 60);
  whole.release();
  CHECK(budget.used() == 20);
  CHECK(part.split(50).bytes() == 20);
  CHECK(budget.used() == 0);
  CHECK(MemoryReservation().split(5).bytes() == 0);
}
