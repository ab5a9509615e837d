#include "ramet/dataset/detail/slots.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using dataset::Slots;

TEST_CASE("slots: each number is lent to one at a time, and comes back") {
  Slots slots(2);
  const Slots::Lease first = slots.lend();
  {
    const Slots::Lease second = slots.lend();
    CHECK(first.number() == SlotNumber{0});
    CHECK(second.number() == SlotNumber{1});
    CHECK_THROWS_WITH_AS(slots.lend(), "more tasks run at a time than the executor says", Error);
  }
  CHECK(slots.lend().number() == SlotNumber{1});
}
