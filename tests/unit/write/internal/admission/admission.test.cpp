#include "ramet/write/internal/admission/admission.hpp"

#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet::write::internal::Admission;
using namespace std::chrono_literals;

namespace {

/// A clock that only moves when the test says so. Threads: any.
class ManualClock {
 public:
  std::function<Admission::Time()> reader() {
    return [this] { return Admission::Time(std::chrono::nanoseconds(now_.load())); };
  }
  void advance(std::chrono::nanoseconds time) { now_.fetch_add(time.count()); }

 private:
  std::atomic<std::int64_t> now_ = 1'000'000'000;
};

void wait_for_waiting(const Admission& admission, std::uint64_t count) {
  while (admission.waiting() != count) std::this_thread::yield();
}

}  // namespace

TEST_CASE("admission: tickets that do not fit wait until another leaves, in order of arrival") {
  ManualClock clock;
  Admission admission({.memory_budget = 0, .at_least = 1, .now = clock.reader()});
  auto first = std::make_unique<Admission::Ticket>(admission);
  first->enter(1, {});
  std::vector<int> order;
  std::vector<std::jthread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      Admission::Ticket ticket(admission);
      ticket.enter(1, {});
      order.push_back(number);  // one at a time
    });
    wait_for_waiting(admission, static_cast<std::uint64_t>(number) + 1);
  }
  CHECK(admission.has_queue());
  first.reset();
  threads.clear();
  CHECK(order == std::vector{0, 1, 2, 3});
  CHECK(admission.seconds_waited() > 0);
  CHECK(admission.waiting() == 0);
}

TEST_CASE("admission: if no ticket moves, one more is admitted after each period of patience") {
  ManualClock clock;
  Admission admission({.memory_budget = 0, .at_least = 1, .patience = 10ms, .now = clock.reader()});
  Admission::Ticket idle(admission);
  idle.enter(1, {});
  std::counting_semaphore<> is_over(0);
  std::atomic<int> admitted = 0;
  std::vector<std::jthread> threads;
  for (int number = 0; number < 200; ++number)
    threads.emplace_back([&] {
      Admission::Ticket ticket(admission);
      ticket.enter(1, {});
      ++admitted;
      is_over.acquire();  // idle with its ticket
    });
  wait_for_waiting(admission, 200);
  for (int number = 0; number < 200; ++number) {
    CHECK(admitted == number);
    clock.advance(10ms);
    admission.tick();
    while (admitted != number + 1) std::this_thread::yield();
  }
  is_over.release(200);
}

TEST_CASE("admission: 200 idle contexts with the real clock finish soon") {
  Admission admission({.memory_budget = 0, .at_least = 2, .patience = 1ms});
  std::vector<std::jthread> threads;
  std::counting_semaphore<> is_over(0);
  std::atomic<int> admitted = 0;
  for (int number = 0; number < 200; ++number)
    threads.emplace_back([&] {
      Admission::Ticket ticket(admission);
      ticket.enter(1, {});
      ++admitted;
      is_over.acquire();
    });
  while (admitted < 200) std::this_thread::sleep_for(1ms);
  is_over.release(200);
  threads.clear();
  CHECK(admission.waiting() == 0);
}

TEST_CASE("admission: a stop ends a wait, and a ticket that was admitted meanwhile stays admitted") {
  ManualClock clock;
  Admission admission({.memory_budget = 0, .at_least = 1, .now = clock.reader()});
  auto taken = std::make_unique<Admission::Ticket>(admission);
  taken->enter(1, {});
  StopSource stop;
  bool is_cancelled = false;
  std::jthread stopped([&] {
    Admission::Ticket ticket(admission);
    try {
      ticket.enter(1, stop.get_token());
    } catch (const Error& error) {
      is_cancelled = error.kind() == ErrorKind::cancelled && !ticket.is_admitted();
    }
  });
  wait_for_waiting(admission, 1);
  std::jthread next([&] {
    Admission::Ticket ticket(admission);
    ticket.enter(1, {});
  });
  wait_for_waiting(admission, 2);
  stop.request_stop();
  stopped.join();
  CHECK(is_cancelled);
  taken.reset();
  next.join();
  Admission::Ticket late(admission);
  late.enter(1, stop.get_token());  // it need not wait: the caller sees the stop by himself
  CHECK(late.is_admitted());
}

TEST_CASE("admission: simultaneous stops and admissions leave each ticket inside or outside") {
  Admission admission({.memory_budget = 0, .at_least = 1, .patience = 1h});
  for (int round = 0; round < 300; ++round) {
    auto taken = std::make_unique<Admission::Ticket>(admission);
    taken->enter(1, {});
    StopSource stop;
    Admission::Ticket ticket(admission);
    bool is_cancelled = false;
    std::jthread waiter([&] {
      try {
        ticket.enter(1, stop.get_token());
      } catch (const Error&) {
        is_cancelled = true;
      }
    });
    wait_for_waiting(admission, 1);
    std::jthread stopper([&] { stop.request_stop(); });
    taken.reset();
    stopper.join();
    waiter.join();
    CHECK(ticket.is_admitted() == !is_cancelled);
    ticket.leave();
    Admission::Ticket next(admission);
    next.enter(1, {});  // or it would wait for an hour
  }
}

TEST_CASE("admission: a wait for memory ends when a cluster has passed, and at once if none is in progress") {
  Admission admission({});
  const std::uint64_t passed = admission.passed();
  CHECK_FALSE(admission.wait_for_passage(passed, {}));
  auto passage = std::make_unique<Admission::Passage>(admission);
  std::atomic<bool> has_passed = false;
  std::jthread waiter([&] { has_passed = admission.wait_for_passage(passed, {}); });
  wait_for_waiting(admission, 1);
  CHECK(admission.is_wanted());
  CHECK(admission.passing() == 1);
  passage.reset();
  waiter.join();
  CHECK(has_passed);
  CHECK(admission.wait_for_passage(passed, {}));  // it has passed before the wait
}

TEST_CASE("admission: a wait for order ends with any change, and with a stop") {
  Admission admission({});
  const std::uint64_t passed = admission.passed();
  std::jthread waiter([&] { CHECK(admission.wait_for_passage(passed, {}, Admission::For::order)); });
  wait_for_waiting(admission, 1);
  admission.note_change();
  waiter.join();
  StopSource stop;
  bool is_cancelled = false;
  std::jthread stopped([&] {
    try {
      admission.wait_for_passage(admission.passed(), stop.get_token(), Admission::For::order);
    } catch (const Error& error) {
      is_cancelled = error.kind() == ErrorKind::cancelled;
    }
  });
  wait_for_waiting(admission, 1);
  stop.request_stop();
  stopped.join();
  CHECK(is_cancelled);
}

TEST_CASE("admission: a callback is called once, when a cluster has passed or none is in progress") {
  Admission admission({});
  int calls = 0;
  admission.when_passed(0, [&] { ++calls; });
  CHECK(calls == 1);
  {
    const Admission::Passage passage(admission);
    admission.when_passed(0, [&] { ++calls; });
    CHECK(calls == 1);
  }
  CHECK(calls == 2);
  {
    const Admission::Passage another(admission);
    admission.when_passed(0, [&] { ++calls; });  // one has passed since
    CHECK(calls == 3);
  }
  CHECK(calls == 3);
}

TEST_CASE("admission: a callback for order is called with any change, and at once if there was one") {
  Admission admission({});
  int calls = 0;
  admission.when_passed(0, [&] { ++calls; }, Admission::For::order);
  CHECK(calls == 0);
  admission.note_change();
  CHECK(calls == 1);
  admission.when_passed(0, [&] { ++calls; }, Admission::For::order);
  CHECK(calls == 2);
}

TEST_CASE("admission: three quarters of the memory are for filling, and existing rows count beyond that") {
  Admission admission({.memory_budget = 1000});
  CHECK(admission.for_filling() == 750);
  const auto some = admission.budget().try_reserve(700);
  CHECK(admission.room() == 50);
  const auto more = admission.budget().reserve_anyway(400);
  CHECK(admission.room() == 0);
  CHECK(admission.budget().used() == 1100);
  CHECK(admission.budget().peak() == 1100);
  CHECK(admission.budget().try_reserve(1).bytes() == 0);
}
