#include "ramet/core/strong_id.hpp"

#include <type_traits>

#include <doctest/doctest.h>

using namespace ramet;

namespace {

constexpr EntryRange range(std::uint64_t first, std::uint64_t last) { return {EntryNumber{first}, EntryNumber{last}}; }

}  // namespace

TEST_CASE("strong id: numbers of one kind compare and count, kinds do not mix") {
  EntryNumber entry{6};
  CHECK(++entry == EntryNumber{7});
  CHECK(EntryNumber{6} < entry);
  CHECK(EntryNumber{} == EntryNumber{0});
  static_assert(!std::is_convertible_v<EntryNumber, BasketNumber>);
  static_assert(!std::is_convertible_v<std::uint64_t, EntryNumber>);
  static_assert(!std::is_convertible_v<EntryNumber, std::uint64_t>);
  static_assert(sizeof(EntryNumber) == sizeof(std::uint64_t));
}

TEST_CASE("entry range: it has the entries from the first up to the last, which is not among them") {
  CHECK(range(3, 7).size() == 4);
  CHECK_FALSE(range(3, 7).empty());
  CHECK(range(3, 3).empty());
  CHECK(range(3, 3).size() == 0);
}

TEST_CASE("entry range: one that ends before it begins has no entries") {
  CHECK(range(7, 3).empty());
  CHECK(range(7, 3).size() == 0);
}

TEST_CASE("entry range: an intersection has what both have, whichever comes first") {
  CHECK(intersection(range(0, 10), range(5, 20)) == range(5, 10));
  CHECK(intersection(range(5, 20), range(0, 10)) == range(5, 10));
  CHECK(intersection(range(0, 10), range(2, 4)) == range(2, 4));
  CHECK(intersection(range(0, 5), range(5, 10)).empty());
  CHECK(intersection(range(0, 3), range(7, 9)).empty());
  CHECK(intersection(range(0, 3), range(7, 9)).size() == 0);
}
