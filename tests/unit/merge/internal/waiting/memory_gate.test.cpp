#include "ramet/merge/internal/waiting/memory_gate.hpp"

#include <optional>
#include <thread>

#include "unit/merge/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using ramet::merge::internal::MemoryGate;

TEST_CASE("memory gate: who would wait for nothing is told so at once") {
  MemoryGate gate;
  CHECK_FALSE(gate.wait(gate.passed(), {}));
  bool is_called = false;
  gate.when_passed([&] { is_called = true; });
  CHECK(is_called);
}

TEST_CASE("memory gate: who waits goes on when a cluster has passed, and callbacks are called once") {
  MemoryGate gate;
  const std::uint64_t seen = gate.passed();
  std::optional<MemoryGate::Passage> passage(std::in_place, gate);
  CHECK(gate.passing() == 1);
  int calls = 0;
  gate.when_passed([&] { ++calls; });
  CHECK(calls == 0);
  bool has_passed = false;
  std::jthread waiter([&] { has_passed = gate.wait(seen, {}); });
  while (gate.waiting() == 0) std::this_thread::yield();
  CHECK(gate.is_wanted());
  passage.reset();
  waiter.join();
  CHECK(has_passed);
  CHECK(calls == 1);
  CHECK(gate.passing() == 0);
  CHECK_FALSE(gate.is_wanted());
  CHECK(gate.seconds_waited() > 0);
  {
    const MemoryGate::Passage another(gate);
  }
  CHECK(calls == 1);
}

TEST_CASE("memory gate: what passed before the wait began is not missed") {
  MemoryGate gate;
  const std::uint64_t seen = gate.passed();
  {
    const MemoryGate::Passage passage(gate);
  }
  const MemoryGate::Passage other(gate);
  CHECK(gate.wait(seen, {}));
}

TEST_CASE("memory gate: a stop ends the wait") {
  MemoryGate gate;
  const MemoryGate::Passage passage(gate);
  StopSource stop;
  std::string error;
  std::jthread waiter([&] { error = sample::error_of([&] { gate.wait(gate.passed(), stop.get_token()); }); });
  while (gate.waiting() == 0) std::this_thread::yield();
  stop.request_stop();
  waiter.join();
  CHECK(error == "cancelled: stopped on request");
}
