#include "ramet/random/internal/words.hpp"

#include <array>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/random/generators.hpp"

using namespace ramet::random;
using namespace ramet::random::internal;

namespace {

std::vector<std::uint64_t> words_of(const Draws& draws, std::size_t count, std::uint32_t position = 0) {
  std::vector<std::uint64_t> words(count);
  Words({.seed = 5, .number = 6}, draws, Family::uniform, count).get(position, 0, words);
  return words;
}

}  // namespace

TEST_CASE("words: entry, stream, draw and seed are the counter and the key of Philox4x32") {
  const std::uint64_t entry = 0x123456789;
  const std::vector<std::uint64_t> entries{entry};
  const std::vector<std::uint32_t> elements{77};
  const Draws draws{.entries = entries, .elements = elements, .call = 3};
  const auto block =
      Philox4x32::block({3U << 24 | 77U, 6, static_cast<std::uint32_t>(entry / 2), entry / 2 >> 32}, {5, 0});
  CHECK(words_of(draws, 1) == std::vector{block[2] | std::uint64_t{block[3]} << 32});  // an odd entry
}

TEST_CASE("words: consecutive entries have the words of the same entries in a list") {
  for (const std::uint64_t first_entry : {0ULL, 1ULL, 1000001ULL})
    for (const std::size_t count : {0UL, 1UL, 2UL, 7UL, 511UL, 512UL, 513UL, 2000UL}) {
      std::vector<std::uint64_t> entries(count);
      for (std::size_t i = 0; i < count; ++i) entries[i] = first_entry + i;
      CHECK(words_of({.first_entry = first_entry}, count, 2) == words_of({.entries = entries}, count, 2));
    }
}

TEST_CASE("words: any split gives the same words") {
  const std::vector<std::uint64_t> whole = words_of({.first_entry = 7}, 1000);
  for (const std::size_t size : {1UL, 2UL, 3UL, 64UL, 999UL}) {
    const Words words({.seed = 5, .number = 6}, {.first_entry = 7}, Family::uniform, 1000);
    std::vector<std::uint64_t> parts(1000);
    for (std::size_t first = 0; first < parts.size(); first += size)
      words.get(0, first, std::span(parts).subspan(first, std::min(size, parts.size() - first)));
    CHECK(parts == whole);
    CHECK(words.at(0, 999) == whole[999]);
  }
}

TEST_CASE("words: families, positions, calls, streams and seeds have different words") {
  const auto first_word = [](const Stream& stream, const Draws& draws, Family family, std::uint32_t position) {
    return Words(stream, draws, family, 1).at(position, 0);
  };
  const std::uint64_t word = first_word({5, 6}, {}, Family::uniform, 0);
  CHECK(first_word({5, 6}, {}, Family::normal, 0) != word);
  CHECK(first_word({5, 6}, {}, Family::uniform, 1) != word);
  CHECK(first_word({5, 6}, {.call = 1}, Family::uniform, 0) != word);
  CHECK(first_word({5, 7}, {}, Family::uniform, 0) != word);
  CHECK(first_word({6, 6}, {}, Family::uniform, 0) != word);
}

TEST_CASE("words: lists of another length, elements alone and elements of 2^24 are errors with the numbers") {
  const std::vector<std::uint64_t> entries(3);
  const std::vector<std::uint32_t> elements{0, 1U << 24, 2};
  CHECK_THROWS_WITH_AS(words_of({.entries = entries}, 4), "3 entries are given for 4 numbers", ramet::Error);
  CHECK_THROWS_WITH_AS(words_of({.entries = entries, .elements = std::span(elements).first(2)}, 3),
                       "2 elements are given for 3 numbers", ramet::Error);
  CHECK_THROWS_WITH_AS(words_of({.elements = elements}, 3), "elements are given without their entries", ramet::Error);
  CHECK_THROWS_WITH_AS(words_of({.entries = entries, .elements = elements}, 3),
                       "element 16777216 of an entry is not below 16777216", ramet::Error);
}
