#include "ramet/merge/internal/waiting/fill_turns.hpp"

#include <memory>
#include <semaphore>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using ramet::merge::internal::FillTurns;
using Turn = FillTurns::Turn;

namespace {

constexpr std::chrono::hours for_ever(1);

/// A thread that has a turn for as long as this lives. Threads: one thread.
class Holder {
 public:
  explicit Holder(FillTurns& turns)
      : thread_([&] {
          const Turn turn = turns.take({});
          has_turn_.release();
          is_over_.acquire();
        }) {
    has_turn_.acquire();
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() { is_over_.release(); }

 private:
  std::binary_semaphore has_turn_{0};
  std::binary_semaphore is_over_{0};
  std::jthread thread_;
};

void wait_for_waiting(const FillTurns& turns, std::uint64_t count) {
  while (turns.waiting() != count) std::this_thread::yield();
}

}  // namespace

TEST_CASE("fill turns: as many as there are are taken at once, the next one waits until one is given back") {
  FillTurns turns(2, for_ever);
  const Holder first(turns);
  auto second = std::make_unique<Holder>(turns);
  CHECK_FALSE(turns.is_wanted());
  std::jthread third([&] { turns.take({}); });
  wait_for_waiting(turns, 1);
  CHECK(turns.is_wanted());
  second.reset();
  third.join();
  CHECK_FALSE(turns.is_wanted());
  CHECK(turns.seconds_waited() > 0);
}

TEST_CASE("fill turns: who asked first is next") {
  FillTurns turns(1, for_ever);
  auto taken = std::make_unique<Holder>(turns);
  std::vector<int> order;
  std::vector<std::jthread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      const Turn turn = turns.take({});
      order.push_back(number);  // one at a time
    });
    wait_for_waiting(turns, static_cast<std::uint64_t>(number) + 1);
  }
  taken.reset();
  threads.clear();
  CHECK(order == std::vector{0, 1, 2, 3});
}

TEST_CASE("fill turns: nobody waits for himself") {
  FillTurns turns(1, for_ever);
  const Turn first = turns.take({});
  const Turn second = turns.take({});
  CHECK(turns.waiting() == 0);
}

TEST_CASE("fill turns: there are more when nothing happens, and not while something does") {
  FillTurns turns(1, std::chrono::milliseconds(50));
  const Holder idle(turns);
  std::atomic<bool> is_served = false;
  std::jthread waiter([&] {
    const Turn turn = turns.take({});
    is_served = true;
  });
  const auto begin = FillTurns::Clock::now();
  while (FillTurns::Clock::now() - begin < std::chrono::milliseconds(200)) {
    turns.note_progress();
    CHECK_FALSE(is_served);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  waiter.join();
  CHECK(is_served);
  std::jthread([&] { turns.take({}); }).join();  // from now on
  CHECK(turns.waiting() == 0);
}

TEST_CASE("fill turns: a cluster that is being written is something, however long it takes") {
  FillTurns turns(1, std::chrono::milliseconds(20));
  auto holder = std::make_unique<Holder>(turns);
  std::atomic<bool> is_served = false;
  std::jthread waiter;
  {
    const FillTurns::Work work(&turns);
    waiter = std::jthread([&] {
      const Turn turn = turns.take({});
      is_served = true;
    });
    wait_for_waiting(turns, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    CHECK_FALSE(is_served);
  }
  waiter.join();
  CHECK(is_served);
}

TEST_CASE("fill turns: a stop ends a wait, and the turn goes to the next one") {
  FillTurns turns(1, for_ever);
  auto taken = std::make_unique<Holder>(turns);
  StopSource stop;
  bool is_cancelled = false;
  std::jthread stopped([&] {
    try {
      turns.take(stop.get_token());
    } catch (const Error& error) {
      is_cancelled = error.kind() == ErrorKind::cancelled;
    }
  });
  wait_for_waiting(turns, 1);
  std::jthread next([&] { turns.take({}); });
  wait_for_waiting(turns, 2);
  stop.request_stop();
  stopped.join();
  CHECK(is_cancelled);
  taken.reset();
  next.join();
}
