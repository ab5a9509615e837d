#include "ramet/object/internal/head_pattern.hpp"

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

using ramet::object::internal::HeadPattern;

namespace {

/// Objects of `size` bytes, each of which begins with 7 7 and has a 9 in its middle.
std::vector<std::byte> objects(std::size_t size, std::size_t count) {
  std::vector<std::byte> bytes(size * count);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t place = i % size;
    bytes[i] = place < 2 ? std::byte{7} : place == size / 2 ? std::byte{9} : static_cast<std::byte>(i * 31);
  }
  return bytes;
}

HeadPattern pattern_of(const std::vector<std::byte>& objects, std::size_t size) {
  HeadPattern pattern;
  pattern.add(0, {objects.data(), 2});
  pattern.add(size / 2, {objects.data() + size / 2, 1}, std::byte{0x0F});
  pattern.close(size);
  return pattern;
}

}  // namespace

TEST_CASE("head pattern: objects of any size match until one has another head") {
  constexpr std::size_t count = 40;
  for (const std::size_t size : {5U, 12U, 31U, 32U, 33U, 64U, 65U, 82U, 200U}) {
    CAPTURE(size);
    const auto bytes = objects(size, count);
    const HeadPattern pattern = pattern_of(bytes, size);
    CHECK(pattern.size() == size);
    CHECK(pattern.matching(bytes, count) == count);
    CHECK(pattern.matching(bytes, 7) == 7);
    CHECK(pattern.matching(std::span(bytes).first(count * size - 1), count) == count - 1);
    for (const std::size_t different : {0U, 1U, 6U, 38U, 39U}) {
      CAPTURE(different);
      for (const std::size_t place : {std::size_t{0}, std::size_t{1}, size / 2}) {
        auto changed = bytes;
        changed[different * size + place] ^= std::byte{1};
        CHECK(pattern.matching(changed, count) == different);
      }
      auto same = bytes;
      same[different * size + size / 2] ^= std::byte{0xF0};  // which the mask leaves out
      CHECK(pattern.matching(same, count) == count);
    }
  }
}

TEST_CASE("head pattern: objects without heads are alike as far as there are bytes") {
  HeadPattern pattern;
  pattern.close(3);
  CHECK(pattern.matching(std::vector<std::byte>(10), 100) == 3);
  CHECK(pattern.matching({}, 100) == 0);
}
