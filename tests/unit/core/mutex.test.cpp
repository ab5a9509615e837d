#include "ramet/core/mutex.hpp"

#include <array>
#include <barrier>
#include <thread>

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("mutex: what it guards is changed by one thread at a time") {
  Mutex mutex;
  int total = 0;  // plain on purpose: the thread sanitizer watches
  std::barrier start(2);
  {
    const auto count = [&] {
      start.arrive_and_wait();
      for (int round = 0; round < 10'000; ++round) {
        const MutexLock lock(mutex);
        ++total;
      }
    };
    const std::jthread first(count);
    const std::jthread second(count);
  }
  CHECK(total == 20'000);
}

TEST_CASE("condition variable: a wait lets others have the mutex, and holds it again when it returns") {
  Mutex mutex;
  ConditionVariable changed;
  int turn = 0;  // two threads take turns, which neither could if a wait kept the mutex
  std::array<int, 200> order{};
  int place = 0;
  const auto play = [&](int me) {
    const MutexLock lock(mutex);
    for (int round = 0; round < 100; ++round) {
      while (turn != me) changed.wait(mutex);
      order.at(static_cast<std::size_t>(place++)) = me;
      turn = 1 - me;
      changed.notify_one();
    }
  };
  {
    const std::jthread first([&] { play(0); });
    const std::jthread second([&] { play(1); });
  }
  CHECK(place == 200);
  for (std::size_t index = 0; index < order.size(); ++index) CHECK(order[index] == static_cast<int>(index % 2));
}

TEST_CASE("condition variable: all who wait can be woken at once") {
  Mutex mutex;
  ConditionVariable opened;
  bool is_open = false;
  int passed = 0;
  {
    const auto pass = [&] {
      const MutexLock lock(mutex);
      while (!is_open) opened.wait(mutex);
      ++passed;
    };
    const std::jthread first(pass);
    const std::jthread second(pass);
    const std::jthread third(pass);
    const MutexLock lock(mutex);
    is_open = true;
    opened.notify_all();
  }
  CHECK(passed == 3);
}
