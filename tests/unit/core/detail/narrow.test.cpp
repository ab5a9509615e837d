#include "ramet/core/detail/narrow.hpp"

#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("narrow: numbers that fit come through, of either sign") {
  CHECK(detail::narrow<std::uint8_t>(255, "size") == 255);
  CHECK(detail::narrow<std::int8_t>(-128L, "shift") == -128);
  CHECK(detail::narrow<std::uint64_t>(std::int32_t{0}, "size") == 0);
  CHECK(detail::narrow<std::int32_t>(std::uint64_t{2'147'483'647}, "count") == 2'147'483'647);
  static_assert(detail::narrow<std::uint16_t>(65'535, "constant") == 65'535);
}

TEST_CASE("narrow: numbers that do not fit are corrupt, and the message has them") {
  CHECK_THROWS_WITH_AS(detail::narrow<std::uint8_t>(256, "key length"),
                       "key length is out of range: 256 is not in 0..255", Error);
  CHECK_THROWS_WITH_AS(detail::narrow<std::uint64_t>(-1, "basket size"),
                       "basket size is out of range: -1 is not in 0..18446744073709551615", Error);
  CHECK_THROWS_WITH_AS(detail::narrow<std::int32_t>(std::uint64_t{1} << 31U, "entries"),
                       "entries is out of range: 2147483648 is not in -2147483648..2147483647", Error);
}

TEST_CASE("checked product and sum: exact up to the largest number, corrupt beyond it") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  CHECK(detail::checked_product<std::uint64_t>(most / 2, 2, "bytes") == most - 1);
  CHECK(detail::checked_product<std::uint64_t>(most, 0, "bytes") == 0);
  CHECK(detail::checked_sum<std::uint64_t>(most - 1, 1, "end") == most);
  CHECK_THROWS_WITH_AS(detail::checked_product<std::uint32_t>(65'536, 65'536, "bytes"),
                       "bytes overflows: 65536 times 65536", Error);
  CHECK_THROWS_WITH_AS(detail::checked_sum<std::uint64_t>(most, 1, "end"), "end overflows: 18446744073709551615 plus 1",
                       Error);
}
