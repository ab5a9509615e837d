#include "ramet/object/internal/structs/copy_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using array::NumberType;
using schema::Fundamental;

namespace {

struct Target {
  double real = 0;
  std::int32_t whole = 0;
  std::int16_t small = 0;
  std::array<std::uint8_t, 7> bytes{};
  bool flag = false;
};

}  // namespace

TEST_CASE("copy list: bytes stay, numbers change their byte order, others are converted") {
  CopyList list;
  list.add({.stored = Fundamental::double_, .type = NumberType::float64, .range = {}, .size = 8}, 0,
           offsetof(Target, real), 1);
  list.add({.stored = Fundamental::uint8, .type = NumberType::int32, .range = {}, .size = 1}, 8,
           offsetof(Target, whole), 1);
  list.add({.stored = Fundamental::int16, .type = NumberType::int16, .range = {}, .size = 2}, 9,
           offsetof(Target, small), 1);
  list.add({.stored = Fundamental::uint8, .type = NumberType::uint8, .range = {}, .size = 1}, 11,
           offsetof(Target, bytes), 7);
  list.add({.stored = Fundamental::bool_, .type = NumberType::boolean, .range = {}, .size = 1}, 18,
           offsetof(Target, flag), 1);
  bytes::ByteWriter writer;
  writer.write(2.5);
  writer.write(std::uint8_t{200});
  writer.write(std::int16_t{-3});
  for (std::uint8_t i = 1; i <= 7; ++i) writer.write(i);
  writer.write(std::uint8_t{17});  // not only 0 and 1 stand for false and true in a file
  Target target;
  list.run(writer.span().data(), reinterpret_cast<std::byte*>(&target));
  CHECK(target.real == 2.5);
  CHECK(target.whole == 200);
  CHECK(target.small == -3);
  CHECK(target.bytes == std::array<std::uint8_t, 7>{1, 2, 3, 4, 5, 6, 7});
  CHECK(target.flag);
}

TEST_CASE("copy list: a list is added to another at another place") {
  CopyList one;
  one.add({.stored = Fundamental::uint16, .type = NumberType::uint16, .range = {}, .size = 2}, 1, 0, 1);
  CopyList both;
  both.add(one, 0, 0);
  both.add(one, 3, 2);
  const std::array<std::uint8_t, 6> from = {0, 1, 2, 0, 3, 4};
  std::array<std::uint16_t, 2> to{};
  both.run(reinterpret_cast<const std::byte*>(from.data()), reinterpret_cast<std::byte*>(to.data()));
  CHECK(to == std::array<std::uint16_t, 2>{0x0102, 0x0304});
}

TEST_CASE("copy list: many objects, whatever the length of what stands together") {
  constexpr std::size_t objects = 3;
  for (std::size_t length = 1; length <= 80; ++length) {
    CAPTURE(length);
    CopyList list;
    for (std::size_t i = 0; i < length; ++i)
      list.add({.stored = Fundamental::uint8, .type = NumberType::uint8, .range = {}, .size = 1}, 2 + i, 1 + i, 1);
    list.add({.stored = Fundamental::uint8, .type = NumberType::int16, .range = {}, .size = 1}, 0, 1 + length, 1);
    std::vector<std::uint8_t> from(objects * (length + 2));
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint8_t>(i);
    std::vector<std::uint8_t> to(objects * (length + 4), 255);
    list.run({reinterpret_cast<const std::byte*>(from.data()), length + 2, reinterpret_cast<std::byte*>(to.data()),
              length + 4, objects});
    for (std::size_t object = 0; object < objects; ++object) {
      const std::uint8_t* const stored = from.data() + object * (length + 2);
      const std::uint8_t* const filled = to.data() + object * (length + 4);
      CHECK(filled[0] == 255);
      CHECK(std::equal(stored + 2, stored + 2 + length, filled + 1));
      std::int16_t converted = 0;
      std::memcpy(&converted, filled + 1 + length, sizeof converted);
      CHECK(converted == stored[0]);
      CHECK(filled[length + 3] == 255);
    }
  }
}
