#include "ramet/bytes/endian.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using namespace ramet::bytes;

namespace {

enum class Colour : std::uint16_t { red = 0x0102, green = 0xfffe };

template <std::size_t Size>
std::array<std::byte, Size> bytes_of(const unsigned char (&values)[Size]) {
  std::array<std::byte, Size> bytes{};
  for (std::size_t i = 0; i < Size; ++i) bytes[i] = static_cast<std::byte>(values[i]);
  return bytes;
}

// Both ways, both orders, and not one byte further.
template <class Number>
void goes_there_and_back(Number number) {
  std::array<std::byte, sizeof(Number) + 2> place;
  place.fill(std::byte{0x5a});
  store_big_endian(place.data() + 1, number);
  CHECK(load_big_endian<Number>(place.data() + 1) == number);
  store_little_endian(place.data() + 1, number);
  CHECK(load_little_endian<Number>(place.data() + 1) == number);
  CHECK(place.front() == std::byte{0x5a});
  CHECK(place.back() == std::byte{0x5a});
}

}  // namespace

TEST_CASE("bytes are reversed") {
  static_assert(byte_swap(std::uint8_t{0x12}) == 0x12);
  static_assert(byte_swap(std::uint16_t{0x1234}) == 0x3412);
  static_assert(byte_swap(std::uint32_t{0x12345678}) == 0x78563412);
  static_assert(byte_swap(std::uint64_t{0x123456789abcdef0}) == 0xf0debc9a78563412);
  CHECK(byte_swap(byte_swap(std::uint64_t{0x0102030405060708})) == 0x0102030405060708);
}

TEST_CASE("big-endian numbers begin with their most significant byte") {
  const auto bytes = bytes_of({0x40, 0x49, 0x0f, 0xdb, 0x54, 0x44, 0x2d, 0x18});
  CHECK(load_big_endian<std::uint8_t>(bytes.data()) == 0x40);
  CHECK(load_big_endian<std::uint16_t>(bytes.data()) == 0x4049);
  CHECK(load_big_endian<std::int32_t>(bytes.data()) == 0x40490fdb);
  CHECK(load_big_endian<float>(bytes.data()) == 3.14159274F);
  CHECK(load_big_endian<std::uint64_t>(bytes.data()) == 0x40490fdb54442d18);
  CHECK(load_little_endian<std::uint32_t>(bytes.data()) == 0xdb0f4940);
  CHECK(load_big_endian<double>(bytes_of({0x3f, 0xf8, 0, 0, 0, 0, 0, 0}).data()) == 1.5);
  CHECK(load_big_endian<std::int16_t>(bytes_of({0xff, 0xfe}).data()) == -2);
  CHECK(load_big_endian<Colour>(bytes_of({0x01, 0x02}).data()) == Colour::red);
}

TEST_CASE("numbers are written as they are read, at any address") {
  goes_there_and_back(std::uint8_t{200});
  goes_there_and_back(std::int8_t{-100});
  goes_there_and_back(std::numeric_limits<std::int16_t>::min());
  goes_there_and_back(std::uint32_t{0xdeadbeef});
  goes_there_and_back(std::numeric_limits<std::int64_t>::min());
  goes_there_and_back(-1.25F);
  goes_there_and_back(std::numeric_limits<double>::denorm_min());
  goes_there_and_back(std::numeric_limits<double>::infinity());
  goes_there_and_back(Colour::green);
  goes_there_and_back(true);
  goes_there_and_back(false);
}

TEST_CASE("a NaN keeps its bits") {
  const auto bytes = bytes_of({0x7f, 0xf4, 0, 0, 0, 0, 0, 0x07});
  std::array<std::byte, 8> back{};
  store_big_endian(back.data(), load_big_endian<double>(bytes.data()));
  CHECK(back == bytes);
}

TEST_CASE("every byte but zero is true") {
  for (int value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::byte>(value);
    CHECK(load_big_endian<bool>(&byte) == (value != 0));
    CHECK(load_little_endian<bool>(&byte) == (value != 0));
  }
}
