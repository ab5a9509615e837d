#include "ramet/object/internal/structs/object_image.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;

namespace {

std::vector<std::byte> bytes_of(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

}  // namespace

TEST_CASE("object image: an object with the same heads matches, whatever its numbers are") {
  ObjectImage image;
  CopyList numbers;
  numbers.add({.stored = schema::Fundamental::uint8, .type = array::NumberType::uint8, .range = {}, .size = 1}, 0, 0,
              2);
  image.add_head(0, 6);
  image.add_numbers(numbers, 6, 0);
  const auto first = bytes_of({1, 2, 3, 4, 5, 6, 10, 20});
  REQUIRE(image.close(first.data(), 8));
  CHECK(image.size() == 8);
  const auto others = bytes_of({1, 2, 3, 4, 5, 6, 30, 40, 1, 2, 3, 4, 5, 6, 50, 60, 0});
  std::array<std::array<std::uint8_t, 2>, 3> to{};
  CHECK(image.read(others, 3, reinterpret_cast<std::byte*>(to.data()), 2) == 2);
  CHECK(to == std::array<std::array<std::uint8_t, 2>, 3>{{{30, 40}, {50, 60}, {0, 0}}});
  for (std::size_t place = 0; place < 6; ++place) {
    CAPTURE(place);
    auto other = others;
    other[8 + place] ^= std::byte{1};
    CHECK(image.read(other, 2, reinterpret_cast<std::byte*>(to.data()), 2) == 1);
  }
}

TEST_CASE("object image: there is none of an object whose size may differ, is zero or is large") {
  const std::vector<std::byte> object(10'000);
  ObjectImage varying;
  varying.give_up();
  CHECK_FALSE(varying.close(object.data(), 8));
  ObjectImage empty;
  CHECK_FALSE(empty.close(object.data(), 0));
  ObjectImage large;
  CHECK_FALSE(large.close(object.data(), object.size()));
}
