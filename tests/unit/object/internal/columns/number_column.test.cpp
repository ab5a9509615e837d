#include "ramet/object/internal/columns/number_column.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/stored_form.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using array::NumberType;
using schema::Fundamental;

namespace {

/// Three numbers, `gap` bytes apart, decoded to another type.
template <class To, class From>
std::array<To, 3> decoded(Fundamental stored, std::array<From, 3> numbers, std::size_t gap = 0) {
  const std::size_t stride = sizeof(From) + gap;
  std::vector<std::byte> bytes(3 * stride, std::byte{0xff});
  for (std::size_t i = 0; i < 3; ++i) bytes::store_big_endian(bytes.data() + i * stride, numbers[i]);
  std::array<To, 3> result{};
  const auto coding = NumberCoding::of(stored, array::number_type<To>(), {});
  REQUIRE(coding.size == sizeof(From));
  decode_numbers(coding, bytes.data(), stride, 3, reinterpret_cast<std::byte*>(result.data()));
  return result;
}

/// One number, decoded to another type.
template <class To, class From>
To through(Fundamental stored, From number, const schema::ValueRange& range = {}) {
  std::array<std::byte, 8> bytes{};
  bytes::store_big_endian(bytes.data(), number);
  To to{};
  const auto coding = NumberCoding::of(stored, array::number_type<To>(), range);
  decode_numbers(coding, bytes.data(), coding.size, 1, reinterpret_cast<std::byte*>(&to));
  return to;
}

}  // namespace

TEST_CASE("numbers change their byte order, together or apart") {
  for (const std::size_t gap : {0U, 5U}) {
    CAPTURE(gap);
    CHECK(decoded<std::int8_t>(Fundamental::int8, std::array<std::int8_t, 3>{1, -2, 3}, gap) ==
          std::array<std::int8_t, 3>{1, -2, 3});
    CHECK(decoded<std::uint16_t>(Fundamental::uint16, std::array<std::uint16_t, 3>{1, 2, 65535}, gap) ==
          std::array<std::uint16_t, 3>{1, 2, 65535});
    CHECK(decoded<float>(Fundamental::float_, std::array{0.5F, -1.F, 3.F}, gap) == std::array{0.5F, -1.F, 3.F});
    CHECK(decoded<double>(Fundamental::double_, std::array{0.5, -1., 3.}, gap) == std::array{0.5, -1., 3.});
    CHECK(decoded<double>(Fundamental::double32, std::array{0.5F, -1.F, 3.F}, gap) == std::array{0.5, -1., 3.});
    CHECK(decoded<bool>(Fundamental::bool_, std::array<std::uint8_t, 3>{0, 1, 2}, gap) ==
          std::array{false, true, true});
  }
}

TEST_CASE("numbers become another type if they fit") {
  CHECK(decoded<double>(Fundamental::int32, std::array{1, -2, 3}) == std::array{1., -2., 3.});
  CHECK(decoded<std::int16_t>(Fundamental::int32, std::array{1, -2, 3}) == std::array<std::int16_t, 3>{1, -2, 3});
  CHECK_THROWS_AS(decoded<std::int16_t>(Fundamental::int32, std::array{1, -2, 40000}), Error);
}

TEST_CASE("each stored number has a type of its own") {
  CHECK(natural_type(Fundamental::float16) == NumberType::float32);
  CHECK(natural_type(Fundamental::double32) == NumberType::float64);
  CHECK(natural_type(Fundamental::uint64) == NumberType::uint64);
}

TEST_CASE("numbers of every type in the file fill a number of another type") {
  CHECK(through<std::int64_t>(Fundamental::int8, std::int8_t{-5}) == -5);
  CHECK(through<std::int64_t>(Fundamental::int16, std::int16_t{-500}) == -500);
  CHECK(through<std::int32_t>(Fundamental::int64, std::int64_t{-5'000'000}) == -5'000'000);
  CHECK(through<std::uint16_t>(Fundamental::uint8, std::uint8_t{200}) == 200);
  CHECK(through<std::int32_t>(Fundamental::uint16, std::uint16_t{65535}) == 65535);
  CHECK(through<double>(Fundamental::uint32, std::uint32_t{4'000'000'000}) == 4e9);
  CHECK(through<std::uint64_t>(Fundamental::uint64, ~std::uint64_t{0}) == ~std::uint64_t{0});
  CHECK(through<bool>(Fundamental::bool_, std::uint8_t{2}));
  CHECK(through<float>(Fundamental::double_, 0.5) == 0.5F);
  CHECK(through<double>(Fundamental::float_, 0.25F) == 0.25);
  CHECK(through<double>(Fundamental::double32, 0.25F) == 0.25);
}

TEST_CASE("an old double of entries becomes an integer, its fraction is cut") {
  CHECK(through<std::int64_t>(Fundamental::double_, 25000.0) == 25000);
  CHECK(through<std::int64_t>(Fundamental::double_, -1.9) == -1);
  CHECK(through<std::uint8_t>(Fundamental::double_, 255.9) == 255);
}

TEST_CASE("a number that does not fit is corrupt") {
  CHECK_THROWS_AS(through<std::int32_t>(Fundamental::int64, std::int64_t{1} << 31), Error);
  CHECK_THROWS_AS(through<std::uint32_t>(Fundamental::int32, std::int32_t{-1}), Error);
  CHECK_THROWS_AS(through<std::int8_t>(Fundamental::uint8, std::uint8_t{128}), Error);
  CHECK_THROWS_AS(through<std::int64_t>(Fundamental::uint64, ~std::uint64_t{0}), Error);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double number : {infinity, -infinity, std::nan(""), 9.3e18, -9.3e18, 9223372036854775808.0})
    CHECK_THROWS_AS(through<std::int64_t>(Fundamental::double_, number), Error);
  CHECK_THROWS_AS(through<std::uint64_t>(Fundamental::double_, 18446744073709551616.0), Error);
  CHECK_THROWS_AS(through<std::uint64_t>(Fundamental::double_, -1.0), Error);
  CHECK_THROWS_AS(through<std::uint8_t>(Fundamental::double_, 256.0), Error);
  CHECK(through<std::int64_t>(Fundamental::double_, -9223372036854775808.0) ==
        std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("a ranged number is an integer of steps above the minimum") {
  const schema::ValueRange range = schema::parse_range("[-1,1,16]");
  CHECK(stored_size(Fundamental::double32, range) == 4);
  CHECK(through<double>(Fundamental::double32, std::uint32_t{0}, range) == -1);
  CHECK(through<double>(Fundamental::double32, std::uint32_t{32768}, range) == 0);
  CHECK(through<float>(Fundamental::float16, std::uint32_t{65536}, range) == 1);
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
  CHECK(through<float>(Fundamental::float16, cut(12, false)) == 1.5F);
  CHECK(through<float>(Fundamental::float16, cut(12, true)) == -1.5F);
  CHECK(through<double>(Fundamental::double32, cut(8, true), {.bits = 8}) == -1.5);
}
