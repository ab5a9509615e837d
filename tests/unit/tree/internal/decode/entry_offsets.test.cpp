#include "ramet/tree/internal/decode/entry_offsets.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

std::vector<std::byte> stored(const std::vector<std::uint32_t>& offsets, std::uint32_t before) {
  std::vector<std::byte> bytes(4 * offsets.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) bytes::store_big_endian(bytes.data() + 4 * i, offsets[i] + before);
  return bytes;
}

/// Of entries of 0, 3, 6, ... 18, 0, ... bytes.
std::vector<std::uint32_t> growing(std::size_t count) {
  std::vector<std::uint32_t> offsets;
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    offsets.push_back(at);
    at += static_cast<std::uint32_t>(3 * (i % 7));
  }
  return offsets;
}

}  // namespace

TEST_CASE("entry offsets: any number of them loses what stands before the entries") {
  for (std::size_t count = 0; count < 100; ++count) {
    CAPTURE(count);
    const auto offsets = growing(count);
    std::vector<std::uint32_t> loaded(count);
    CHECK(load_entry_offsets(stored(offsets, 77), 77, 100'000, loaded));
    CHECK(loaded == offsets);
  }
}

TEST_CASE("entry offsets: one that is too small, falls, or is past the end is noticed wherever it is") {
  for (std::size_t wrong = 0; wrong < 40; ++wrong) {
    CAPTURE(wrong);
    std::vector<std::uint32_t> loaded(40);
    auto offsets = growing(40);
    const std::uint32_t end = offsets.back();
    CHECK(load_entry_offsets(stored(offsets, 77), 77, end, loaded));
    if (wrong > 0 && offsets[wrong - 1] > 0) {
      offsets[wrong] = offsets[wrong - 1] - 1;
      CHECK_FALSE(load_entry_offsets(stored(offsets, 77), 77, end, loaded));
    }
    offsets[wrong] = end + 1;
    CHECK_FALSE(load_entry_offsets(stored(offsets, 77), 77, end, loaded));
    offsets[wrong] = static_cast<std::uint32_t>(-1);  // stored, it is less than what stands before
    CHECK_FALSE(load_entry_offsets(stored(offsets, 77), 77, end, loaded));
  }
}

TEST_CASE("list ends: items are counted on from the first, of any size") {
  for (const std::size_t item_size : {1U, 2U, 3U, 4U, 8U, 60U, 1024U})
    for (const std::size_t count : {0U, 1U, 2U, 15U, 16U, 17U, 100U}) {
      CAPTURE(item_size);
      CAPTURE(count);
      auto offsets = growing(count + 1);
      for (std::uint32_t& offset : offsets) offset = static_cast<std::uint32_t>(offset * item_size) + 5;
      std::vector<std::int64_t> ends(count);
      CHECK(list_ends(offsets, item_size, 1000, ends));
      std::vector<std::int64_t> expected;
      const auto items = growing(count + 1);
      for (std::size_t i = 0; i < count; ++i) expected.push_back(1000 + items[i + 1]);
      CHECK(ends == expected);
    }
}

TEST_CASE("list ends: an entry that is not whole items is noticed wherever it is") {
  for (const std::size_t item_size : {4U, 12U})
    for (std::size_t wrong = 1; wrong <= 30; ++wrong) {
      CAPTURE(item_size);
      CAPTURE(wrong);
      auto offsets = growing(31);
      for (std::uint32_t& offset : offsets) offset = static_cast<std::uint32_t>(offset * item_size);
      offsets[wrong] += 1;
      std::vector<std::int64_t> ends(30);
      CHECK_FALSE(list_ends(offsets, item_size, 0, ends));
    }
}
