#include "ramet/object/internal/stored_number.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using schema::Fundamental;

namespace {

template <class To, class From>
To through(Fundamental stored, From number, TargetKind kind, schema::ValueRange range = {}) {
  std::array<std::byte, 8> bytes{};
  bytes::store_big_endian(bytes.data(), number);
  To to{};
  store_number({.action = Action::number, .stored = stored, .range = range}, bytes.data(), kind, &to);
  return to;
}

}  // namespace

TEST_CASE("numbers of every type in the file fill a number of another type") {
  CHECK(through<std::int64_t>(Fundamental::int8, std::int8_t{-5}, TargetKind::int64) == -5);
  CHECK(through<std::int64_t>(Fundamental::int16, std::int16_t{-500}, TargetKind::int64) == -500);
  CHECK(through<std::int32_t>(Fundamental::int64, std::int64_t{-5'000'000}, TargetKind::int32) == -5'000'000);
  CHECK(through<std::uint16_t>(Fundamental::uint8, std::uint8_t{200}, TargetKind::uint16) == 200);
  CHECK(through<std::int32_t>(Fundamental::uint16, std::uint16_t{65535}, TargetKind::int32) == 65535);
  CHECK(through<double>(Fundamental::uint32, std::uint32_t{4'000'000'000}, TargetKind::double_) == 4e9);
  CHECK(through<std::uint64_t>(Fundamental::uint64, ~std::uint64_t{0}, TargetKind::uint64) == ~std::uint64_t{0});
  CHECK(through<bool>(Fundamental::bool_, std::uint8_t{2}, TargetKind::bool_));
  CHECK(through<float>(Fundamental::double_, 0.5, TargetKind::float_) == 0.5F);
  CHECK(through<double>(Fundamental::float_, 0.25F, TargetKind::double_) == 0.25);
  CHECK(through<double>(Fundamental::double32, 0.25F, TargetKind::double_) == 0.25);
}

TEST_CASE("an old double of entries becomes an integer, its fraction is cut") {
  CHECK(through<std::int64_t>(Fundamental::double_, 25000.0, TargetKind::int64) == 25000);
  CHECK(through<std::int64_t>(Fundamental::double_, -1.9, TargetKind::int64) == -1);
  CHECK(through<std::uint8_t>(Fundamental::double_, 255.9, TargetKind::uint8) == 255);
}

TEST_CASE("a number that does not fit is corrupt") {
  CHECK_THROWS_AS(through<std::int32_t>(Fundamental::int64, std::int64_t{1} << 31, TargetKind::int32), Error);
  CHECK_THROWS_AS(through<std::uint32_t>(Fundamental::int32, std::int32_t{-1}, TargetKind::uint32), Error);
  CHECK_THROWS_AS(through<std::int8_t>(Fundamental::uint8, std::uint8_t{128}, TargetKind::int8), Error);
  CHECK_THROWS_AS(through<std::int64_t>(Fundamental::uint64, ~std::uint64_t{0}, TargetKind::int64), Error);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double number : {infinity, -infinity, std::nan(""), 9.3e18, -9.3e18, 9223372036854775808.0})
    CHECK_THROWS_AS(through<std::int64_t>(Fundamental::double_, number, TargetKind::int64), Error);
  CHECK_THROWS_AS(through<std::uint64_t>(Fundamental::double_, 18446744073709551616.0, TargetKind::uint64), Error);
  CHECK_THROWS_AS(through<std::uint64_t>(Fundamental::double_, -1.0, TargetKind::uint64), Error);
  CHECK_THROWS_AS(through<std::uint8_t>(Fundamental::double_, 256.0, TargetKind::uint8), Error);
  CHECK(through<std::int64_t>(Fundamental::double_, -9223372036854775808.0, TargetKind::int64) ==
        std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("a ranged number is an integer of steps above the minimum") {
  const schema::ValueRange range = schema::parse_range("[-1,1,16]");
  CHECK(stored_size(Fundamental::double32, range) == 4);
  CHECK(through<double>(Fundamental::double32, std::uint32_t{0}, TargetKind::double_, range) == -1);
  CHECK(through<double>(Fundamental::double32, std::uint32_t{32768}, TargetKind::double_, range) == 0);
  CHECK(through<float>(Fundamental::float16, std::uint32_t{65536}, TargetKind::float_, range) == 1);
}

TEST_CASE("a cut float has its exponent, sign and a few bits of mantissa") {
  CHECK(stored_size(Fundamental::float16, {}) == 3);
  CHECK(stored_size(Fundamental::double32, {}) == 4);
  CHECK(stored_size(Fundamental::double32, {.bits = 10}) == 3);
  // 1.5 has exponent 127 and the mantissa's highest bit; with 12 bits that is bit 11, and the sign is bit 13
  const auto cut = [](int bits, bool is_negative) {
    const std::uint32_t mantissa = 1U << (bits - 1) | (is_negative ? 1U << (bits + 1) : 0U);
    return 127U << 24 | mantissa << 8;
  };
  CHECK(through<float>(Fundamental::float16, cut(12, false), TargetKind::float_) == 1.5F);
  CHECK(through<float>(Fundamental::float16, cut(12, true), TargetKind::float_) == -1.5F);
  CHECK(through<double>(Fundamental::double32, cut(8, true), TargetKind::double_, {.bits = 8}) == -1.5);
}

TEST_CASE("vectors get as many numbers as the bytes hold, converted where they must be") {
  const std::array<std::byte, 8> bytes = {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{1},
                                          std::byte{0}, std::byte{0}, std::byte{1}, std::byte{0}};
  std::vector<std::int32_t> same;
  store_numbers({.stored = Fundamental::int32}, bytes, TargetKind::int32, &same);
  CHECK(same == std::vector<std::int32_t>{1, 256});
  std::vector<std::int64_t> wider;
  store_numbers({.stored = Fundamental::int32}, bytes, TargetKind::int64, &wider);
  CHECK(wider == std::vector<std::int64_t>{1, 256});
  std::vector<double> other;
  store_numbers({.stored = Fundamental::uint16}, bytes, TargetKind::double_, &other);
  CHECK(other == std::vector<double>{0, 1, 0, 256});
  store_numbers({.stored = Fundamental::uint16}, {}, TargetKind::double_, &other);
  CHECK(other.empty());
}

TEST_CASE("a count may be any number that is not negative") {
  std::array<std::byte, 8> bytes{};
  bytes::store_big_endian(bytes.data(), std::int32_t{7});
  CHECK(stored_count({.stored = Fundamental::int32}, bytes.data()) == 7);
  bytes::store_big_endian(bytes.data(), std::int32_t{-7});
  CHECK_THROWS_AS(stored_count({.stored = Fundamental::int32}, bytes.data()), Error);
}
