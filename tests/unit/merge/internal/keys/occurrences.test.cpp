#include "ramet/merge/internal/keys/occurrences.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using ramet::merge::internal::Occurrence;
using ramet::merge::internal::Occurrences;

namespace {

std::vector<Occurrence> all_of(const Occurrences& occurrences) { return {occurrences.begin(), occurrences.end()}; }

template <class Number>
constexpr Number most = std::numeric_limits<Number>::max();

}  // namespace

TEST_CASE("occurrences: what was added is there, with the least and largest numbers") {
  const std::vector<Occurrence> all = {
      {},
      {0, 0, 0, 0, 1, 0},
      {1, most<std::uint32_t>, 5, most<std::uint16_t>, most<std::uint16_t>, most<std::uint64_t>},
      {7, 1, most<std::uint32_t>, 3, 2, 1},
      {most<std::uint32_t>, 1, 1, 1, 1, std::uint64_t{1} << 63U}};
  Occurrences occurrences;
  CHECK(occurrences.empty());
  CHECK(occurrences.begin() == occurrences.end());
  for (std::size_t count = 0; count < all.size(); ++count) {
    occurrences.push_back(all[count]);
    CHECK(occurrences.size() == count + 1);
    CHECK(all_of(occurrences) == std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count) + 1));
  }
  CHECK(occurrences.front() == all.front());
  const Occurrences copy = occurrences;
  CHECK(all_of(copy) == all);
}

TEST_CASE("occurrences: any numbers in any order are ordered by inputs and cycles, equal ones as they were added") {
  std::uint64_t state = 1;
  const auto random = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state ^ (state >> 29U);
  };
  Occurrences occurrences;
  std::vector<Occurrence> all;
  for (int number = 0; number < 500; ++number) {
    const Occurrence one{static_cast<std::uint32_t>(random() % 20), static_cast<std::uint32_t>(random()),
                         static_cast<std::uint32_t>(random()),      static_cast<std::uint16_t>(random()),
                         static_cast<std::uint16_t>(random() % 3),  random() >> (random() % 64)};
    all.push_back(one);
    occurrences.push_back(one);
  }
  CHECK(all_of(occurrences) == all);
  occurrences.sort();
  std::ranges::stable_sort(all, {}, [](const Occurrence& one) { return std::pair(one.input, one.cycle); });
  CHECK(all_of(occurrences) == all);
}

TEST_CASE("occurrences: those of files that are much alike take few bytes") {
  Occurrences occurrences;
  occurrences.reserve(100);
  for (std::uint32_t input = 0; input < 100; ++input)
    occurrences.push_back({input, 300 + input % 40, 1200, 55, 1, 40'000'000 + 5000 * (input * 7 % 31)});
  CHECK(occurrences.memory() <= 620);
}

TEST_CASE("occurrences: what is taken and put back gives the same ones, and the first stays known") {
  std::vector<Occurrence> all;
  Occurrences occurrences;
  std::string elsewhere;
  for (std::uint32_t input = 0; input < 40; ++input) {
    all.push_back({input, 400 + input % 7, 900, 60, static_cast<std::uint16_t>(1 + input % 2), 100 + 4000ULL * input});
    occurrences.push_back(all.back());
    if (input % 9 == 3) elsewhere += occurrences.take();
  }
  CHECK_FALSE(occurrences.is_whole());
  CHECK_THROWS_AS(static_cast<void>(occurrences.begin()), ramet::Error);
  CHECK(occurrences.size() == 40);
  CHECK(occurrences.front() == all.front());
  CHECK(occurrences.stored_bytes() > 40 * 400);
  const Occurrences whole = occurrences.with(elsewhere);
  CHECK(std::vector<Occurrence>(whole.begin(), whole.end()) == all);
  CHECK(Occurrences().take().empty());
}
