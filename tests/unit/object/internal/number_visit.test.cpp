#include "ramet/object/internal/number_visit.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object::internal;

TEST_CASE("a float whose mantissa was cut has its exponent, sign and leading bits") {
  // 1.5 = 0x3fc00000: exponent 0x7f, mantissa 0x400000, of which 12 bits are 0x800; bit 13 is the sign
  CHECK(cut_float(std::array{std::byte{0x7f}, std::byte{0x08}, std::byte{0x00}}.data(), 12) == 1.5F);
  CHECK(cut_float(std::array{std::byte{0x7f}, std::byte{0x28}, std::byte{0x00}}.data(), 12) == -1.5F);
}

TEST_CASE("a number in a range counts steps from the minimum") {
  const schema::ValueRange range{.minimum = -1, .maximum = 1, .factor = 2, .bits = 2};
  CHECK(ranged(std::array{std::byte{0}, std::byte{0}, std::byte{0}, std::byte{3}}.data(), range) == 0.5);
}

TEST_CASE("numbers are widened, and narrowed if they fit") {
  CHECK(converted<std::int8_t>(std::int64_t{-128}) == -128);
  CHECK_THROWS_AS(converted<std::int8_t>(std::int64_t{-129}), Error);
  CHECK(converted<bool>(std::uint64_t{2}));
  CHECK(converted<std::int32_t>(-2.75) == -2);
}
