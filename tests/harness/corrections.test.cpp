#include "harness/prediction/corrections.hpp"

#include <doctest/doctest.h>

using namespace harness;

TEST_CASE("harness: shared numbers cost the more, the more threads share them") {
  const Demand demand{.total = 0.1, .services = {}};
  const Sharing sharing{.atomics = 100, .another_sharer = 1e-6};
  CHECK(corrected(1, demand, sharing, 1) == 1);
  CHECK(corrected(1, demand, sharing, 11) == doctest::Approx(0.1 / 0.101));
  CHECK(corrected(0.5, demand, sharing, 101) == doctest::Approx(0.5 * 0.1 / 0.11));
}

TEST_CASE("harness: threads are as busy as memory lets them be") {
  const Demand demand{.total = 0.1, .services = {}};
  const Sharing sharing{.moved_bytes = 1e7, .bytes_per_second = 1e9};  // enough for 100 events a second, of 10 threads
  CHECK(corrected(1, demand, sharing, 10) == 1);
  CHECK(corrected(0.9, demand, sharing, 10) == doctest::Approx(0.9));
  CHECK(corrected(1, demand, sharing, 20) == doctest::Approx(0.5));
}

TEST_CASE("harness: larger events move more bytes, and hold more") {
  const Sharing sharing = Sharing{.atomics = 16, .moved_bytes = 1e5, .held_bytes = 1e6, .budget = 1e9}.of_larger(100);
  CHECK(sharing.atomics == 16);
  CHECK(sharing.moved_bytes == 1e7);
  CHECK(threads_of_budget(sharing) == 10);
}

TEST_CASE("harness: what is not known corrects nothing") {
  CHECK(corrected(0.9, {}, {}, 64) == 0.9);
  CHECK(corrected(0.9, {.total = 1, .services = {}}, {}, 64) == 0.9);
  CHECK(threads_of_budget({}) == 0);
  CHECK(threads_of_budget({.held_bytes = 4e6, .budget = 1e9}) == 250);
}
