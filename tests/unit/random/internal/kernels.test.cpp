#include "ramet/random/internal/kernels.hpp"

#include <array>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/random/generators.hpp"

using namespace ramet::random;
using namespace ramet::random::internal;

namespace {

/// Both words of the block of an entry, by the generator itself.
std::array<std::uint64_t, 2> words_of(const BlockInput& input, std::uint64_t pair, std::uint32_t element) {
  const auto half = [](std::uint64_t number, int which) { return static_cast<std::uint32_t>(number >> (32 * which)); };
  const auto block = Philox4x32::block({input.draw + element, input.stream, half(pair, 0), half(pair, 1)},
                                       {half(input.key, 0), half(input.key, 1)});
  return {block[0] | std::uint64_t{block[1]} << 32, block[2] | std::uint64_t{block[3]} << 32};
}

}  // namespace

TEST_CASE("kernels: the blocks of consecutive entries are Philox's, for any number of them") {
  const BlockInput input{.key = 0x123456789abcdef0, .stream = 77, .draw = 3U << 24, .first_pair = 0xFFFFFFFD};
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<std::uint64_t> words(2 * count);
    fastest_kernels().blocks(input, count, words.data());
    for (std::size_t i = 0; i < count; ++i) {
      const auto expected = words_of(input, input.first_pair + i, 0);
      REQUIRE(words[2 * i] == expected[0]);
      REQUIRE(words[2 * i + 1] == expected[1]);
    }
  }
}

TEST_CASE("kernels: the blocks of listed entries and elements are Philox's, for any number of them") {
  std::vector<std::uint64_t> entries;
  std::vector<std::uint32_t> elements;
  for (std::uint32_t i = 0; i < 40; ++i) {
    entries.push_back(i * 0x9E3779B97F4A7C15);
    elements.push_back(1000 - i);
  }
  BlockInput input{.key = 5, .stream = 6, .draw = 7U << 24, .entries = entries.data()};
  for (const std::uint32_t* given : {static_cast<const std::uint32_t*>(nullptr), std::as_const(elements).data()}) {
    input.elements = given;
    for (std::size_t count = 0; count <= entries.size(); ++count) {
      std::vector<std::uint64_t> words(2 * count);
      fastest_kernels().blocks(input, count, words.data());
      for (std::size_t i = 0; i < count; ++i) {
        const auto expected = words_of(input, entries[i] / 2, given == nullptr ? 0 : given[i]);
        REQUIRE(words[2 * i] == expected[0]);
        REQUIRE(words[2 * i + 1] == expected[1]);
      }
    }
  }
}

TEST_CASE("kernels: a real number is in the middle of its step of 2^-52, and never 0 or 1") {
  const std::array<std::uint64_t, 4> words{0, 0xFFF, 0x1000, 0xFFFFFFFFFFFFFFFF};
  std::array<double, 4> numbers{};
  fastest_kernels().reals(words.data(), words.size(), numbers.data());
  CHECK(numbers == std::array<double, 4>{0x1p-53, 0x1p-53, 0x3p-53, 1 - 0x1p-53});
}
