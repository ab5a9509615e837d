#include "ramet/bytes/byte_swap.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

using ramet::bytes::copy_swapped;

namespace {

using Bytes = std::vector<std::byte>;

Bytes counting(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
  return bytes;
}

// The definition, one element at a time.
Bytes reversed(std::span<const std::byte> from, std::size_t element_size) {
  Bytes to(from.begin(), from.end());
  for (std::size_t i = 0; i < to.size(); i += element_size)
    std::reverse(to.begin() + static_cast<std::ptrdiff_t>(i),
                 to.begin() + static_cast<std::ptrdiff_t>(i + element_size));
  return to;
}

}  // namespace

TEST_CASE("every element is reversed, for every size, count and alignment") {
  for (const std::size_t element_size : {1U, 2U, 4U, 8U})
    for (std::size_t count = 0; count < 150; ++count)
      for (const std::size_t from_shift : {0U, 1U, 7U, 13U})
        for (const std::size_t to_shift : {0U, 1U, 32U}) {
          const std::size_t size = count * element_size;
          const Bytes source = counting(size + from_shift);
          const auto from = std::span(source).subspan(from_shift);
          Bytes target(size + to_shift + 64, std::byte{0xee});
          copy_swapped(std::span(target).subspan(to_shift, size), from, element_size);
          CAPTURE(element_size);
          CAPTURE(count);
          REQUIRE(std::ranges::equal(std::span(target).subspan(to_shift, size), reversed(from, element_size)));
          REQUIRE(std::ranges::all_of(std::span(target).first(to_shift), [](auto b) { return b == std::byte{0xee}; }));
          REQUIRE(std::ranges::all_of(std::span(target).subspan(to_shift + size),
                                      [](auto b) { return b == std::byte{0xee}; }));
        }
}

TEST_CASE("elements are reversed in place") {
  for (const std::size_t element_size : {1U, 2U, 4U, 8U})
    for (const std::size_t count : {0U, 1U, 3U, 15U, 16U, 17U, 63U, 64U, 65U, 1000U}) {
      Bytes bytes = counting(count * element_size);
      const Bytes expected = reversed(bytes, element_size);
      copy_swapped(bytes, bytes, element_size);
      CHECK(bytes == expected);
    }
}

TEST_CASE("rows of any size and distance are reversed, and what lies between them is left") {
  for (const std::size_t element_size : {1U, 2U, 4U, 8U})
    for (const std::size_t count : {0U, 1U, 2U, 3U, 4U, 5U, 15U, 40U, 100U})
      for (const std::size_t gap : {0U, 5U}) {
        constexpr std::size_t rows = 7;
        const std::size_t row_size = count * element_size;
        const Bytes from = counting(rows * (row_size + 9));
        Bytes to(rows * (row_size + gap) + 16, std::byte{0xee});
        Bytes expected = to;
        for (std::size_t row = 0; row < rows; ++row)
          std::ranges::copy(reversed(std::span(from).subspan(row * (row_size + 9), row_size), element_size),
                            expected.begin() + static_cast<std::ptrdiff_t>(row * (row_size + gap)));
        copy_swapped({to.data(), row_size + gap, from.data(), row_size + 9, row_size, rows}, element_size);
        CAPTURE(element_size);
        CAPTURE(count);
        CAPTURE(gap);
        CHECK(to == expected);
      }
}

TEST_CASE("a column of megabytes is reversed whole") {
  const Bytes from = counting((8U << 20) + 8);
  Bytes to(from.size());
  for (const std::size_t element_size : {2U, 4U, 8U}) {
    copy_swapped(to, from, element_size);
    CHECK(to == reversed(from, element_size));
  }
}

TEST_CASE("swapping twice changes nothing") {
  const Bytes from = counting(4096);
  for (const std::size_t element_size : {2U, 4U, 8U}) {
    Bytes bytes = from;
    copy_swapped(bytes, bytes, element_size);
    CHECK(bytes != from);
    copy_swapped(bytes, bytes, element_size);
    CHECK(bytes == from);
  }
}
