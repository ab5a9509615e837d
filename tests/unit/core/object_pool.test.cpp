#include "ramet/core/object_pool.hpp"

#include <atomic>
#include <barrier>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using ramet::ObjectPool;

namespace {

/// Counts the living and notices two users at once.
struct Tool {
  explicit Tool(std::atomic<int>& living) : living_(living) { ++living_; }
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;
  ~Tool() { --living_; }

  std::atomic<int>& living_;
  int uses = 0;  // plain on purpose: the thread sanitizer watches
  std::atomic<bool> is_in_use = false;
};

}  // namespace

TEST_CASE("object pool: an object that came back is lent again, with what it learnt") {
  ObjectPool<std::vector<int>> pool;
  const std::vector<int>* address = nullptr;
  {
    const auto lease = pool.lend();
    lease->push_back(7);
    address = &*lease;
  }
  const auto again = pool.lend();
  CHECK(&*again == address);
  CHECK(again->size() == 1);
}

TEST_CASE("object pool: each user has an object of its own") {
  ObjectPool<int> pool;
  const auto first = pool.lend();
  const auto second = pool.lend();
  CHECK(&*first != &*second);
}

TEST_CASE("object pool: a lease that was moved gives back once") {
  std::atomic<int> living = 0;
  ObjectPool<Tool> pool([&] { return std::make_unique<Tool>(living); });
  {
    auto lease = pool.lend();
    const auto moved = std::move(lease);
    CHECK(living == 1);
  }
  const auto first = pool.lend();
  CHECK(living == 1);
  const auto second = pool.lend();
  CHECK(living == 2);
}

TEST_CASE("object pool: more than 64 may be lent, 64 are kept, and all go with the pool") {
  std::atomic<int> living = 0;
  {
    ObjectPool<Tool> pool([&] { return std::make_unique<Tool>(living); });
    {
      std::vector<ObjectPool<Tool>::Lease> leases;
      leases.reserve(70);
      for (int lease = 0; lease < 70; ++lease) leases.push_back(pool.lend());
      CHECK(living == 70);
    }
    CHECK(living == 64);
  }
  CHECK(living == 0);
}

TEST_CASE("object pool: what making an object throws comes out, and the pool goes on") {
  bool fails = true;
  ObjectPool<int> pool([&] {
    if (fails) throw std::runtime_error("no memory for tables");
    return std::make_unique<int>(5);
  });
  CHECK_THROWS_WITH(pool.lend(), "no memory for tables");
  fails = false;
  CHECK(*pool.lend() == 5);
}

TEST_CASE("object pool: threads that lend and return at once never share an object or lose one") {
  constexpr std::size_t threads = 4;
  constexpr int rounds = 5'000;
  std::atomic<int> living = 0;
  std::atomic<bool> is_shared = false;
  {
    ObjectPool<Tool> pool([&] { return std::make_unique<Tool>(living); });
    std::barrier start(threads);
    {
      std::vector<std::jthread> users;
      for (std::size_t user = 0; user < threads; ++user) {
        users.emplace_back([&] {
          start.arrive_and_wait();
          for (int round = 0; round < rounds; ++round) {
            const auto lease = pool.lend();
            if (lease->is_in_use.exchange(true)) is_shared = true;
            ++lease->uses;
            lease->is_in_use = false;
          }
        });
      }
    }
    int uses = 0;  // of all that live: a lost one would be replaced by one without uses
    std::vector<ObjectPool<Tool>::Lease> all;
    for (int count = living; count > 0; --count) {
      all.push_back(pool.lend());
      uses += all.back()->uses;
    }
    CHECK(uses == static_cast<int>(threads) * rounds);
  }
  CHECK_FALSE(is_shared);
  CHECK(living == 0);
}
