#include "harness/shared/gate.hpp"

#include <vector>

#include <doctest/doctest.h>

using harness::Gate;

TEST_CASE("gate: as many enter as may, the others wait in their order, and the next one is inside at once") {
  Gate gate(2);
  std::vector<int> resumed;
  CHECK(gate.try_enter());
  CHECK(gate.enter_or_wait([&] { resumed.push_back(0); }));
  CHECK_FALSE(gate.try_enter());
  CHECK_FALSE(gate.enter_or_wait([&] { resumed.push_back(1); }));
  CHECK_FALSE(gate.enter_or_wait([&] { resumed.push_back(2); }));
  for (int stream = 0; stream < 2; ++stream) {
    const auto next = gate.leave();
    REQUIRE(next);
    next();
    CHECK_FALSE(gate.try_enter());  // whoever waited has the place
  }
  CHECK(resumed == std::vector{1, 2});
  CHECK_FALSE(gate.leave());
  CHECK(gate.try_enter());
}

TEST_CASE("gate: without a limit nobody waits") {
  Gate gate(0);
  for (int stream = 0; stream < 100; ++stream) CHECK(gate.enter_or_wait([] {}));
  CHECK_FALSE(gate.leave());
}
