#include "ramet/tree/basket_index.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

// Baskets of 3, 0, 2 and 5 entries, the first of which is entry 10.
BasketIndex some_index() { return {{10, 13, 13, 15, 20}, {{100, 7}, {200, 8}, {300, 9}, {400, 10}}}; }

}  // namespace

TEST_CASE("basket index: it finds the basket that holds an entry, never an empty one") {
  const BasketIndex index = some_index();
  const std::uint64_t expected[] = {0, 0, 0, 2, 2, 3, 3, 3, 3, 3};
  for (std::uint64_t entry = 10; entry < 20; ++entry) {
    CAPTURE(entry);
    const BasketNumber basket = index.basket_of({entry});
    CHECK(basket.number == expected[entry - 10]);
    CHECK(index.entries(basket).first.number <= entry);
    CHECK(entry < index.entries(basket).last.number);
  }
}

TEST_CASE("basket index: an entry before the first or after the last basket is not found, and the message has both") {
  const BasketIndex index = some_index();
  CHECK_THROWS_WITH_AS(index.basket_of({9}), "entry 9 is in no basket: they hold entries 10..20", Error);
  CHECK_THROWS_WITH_AS(index.basket_of({20}), "entry 20 is in no basket: they hold entries 10..20", Error);
  CHECK_THROWS_WITH_AS(BasketIndex().basket_of({0}), "entry 0 is in no basket: they hold entries 0..0", Error);
}

TEST_CASE("basket index: it knows where baskets are, how many entries and bytes they have together") {
  const BasketIndex index = some_index();
  CHECK(index.size() == 4);
  CHECK(index.location({2}).seek == 300);
  CHECK(index.location({2}).record_size == 9);
  CHECK(index.entries() == EntryRange{{10}, {20}});
  CHECK(index.entries({1}).empty());
  CHECK(index.compressed_bytes() == 34);
  CHECK_THROWS_AS(index.location({4}), std::out_of_range);
  CHECK_THROWS_AS(index.entries({4}), std::out_of_range);
}

TEST_CASE("basket index: one without baskets has no entries") {
  CHECK(BasketIndex().size() == 0);
  CHECK(BasketIndex().entries().empty());
  CHECK(BasketIndex().compressed_bytes() == 0);
  CHECK(BasketIndex({5}, {}).entries().empty());
}

TEST_CASE("basket index: entry numbers that decrease, or too many or few of them, are corrupt") {
  CHECK_THROWS_WITH_AS(BasketIndex({0, 5, 4}, {{1, 1}, {2, 1}}), "basket 1 begins at entry 5, but ends at entry 4",
                       Error);
  CHECK_THROWS_WITH_AS(BasketIndex({0, 5}, {{1, 1}, {2, 1}}), "2 baskets have 2 entry numbers, expected 3", Error);
  CHECK_THROWS_WITH_AS(BasketIndex({}, {}), "0 baskets have 0 entry numbers, expected 1", Error);
}

TEST_CASE("basket index: sizes of records add up beyond 32 bits") {
  const BasketIndex index({0, 1, 2}, {{0, 0xffffffff}, {0, 0xffffffff}});
  CHECK(index.compressed_bytes() == 2 * std::uint64_t{0xffffffff});
}
