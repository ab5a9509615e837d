#include "ramet/merge/internal/keys/numbers_by_hash.hpp"

#include <cstdint>

#include <doctest/doctest.h>

using ramet::merge::internal::NumbersByHash;

TEST_CASE("numbers by hash: all are found among many, others are not") {
  NumbersByHash numbers;
  const auto hash_of = [](std::uint64_t number) { return number * 0x9e3779b97f4a7c15ULL; };
  const auto any = [](std::uint32_t) { return true; };
  CHECK_FALSE(numbers.find(0, any));
  for (std::uint32_t number = 0; number < 10'000; ++number) numbers.add(hash_of(number), number);
  for (std::uint32_t number = 0; number < 10'000; ++number) {
    const auto found = numbers.find(hash_of(number), [&](std::uint32_t one) { return one == number; });
    REQUIRE(found.has_value());
    CHECK(*found == number);
  }
  for (std::uint32_t number = 10'000; number < 20'000; ++number)
    CHECK_FALSE(numbers.find(hash_of(number), [&](std::uint32_t one) { return one == number; }));
}

TEST_CASE("numbers by hash: of one hash, also 0, the caller chooses") {
  NumbersByHash numbers;
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{5} << 32, ~std::uint64_t{0}})
    for (std::uint32_t number = 0; number < 40; ++number) numbers.add(hash, number);
  for (std::uint32_t number = 0; number < 40; ++number) {
    CHECK(numbers.find(~std::uint64_t{0}, [&](std::uint32_t one) { return one == number; }) == number);
    CHECK(numbers.find(0, [&](std::uint32_t one) { return one == number; }) == number);
  }
  CHECK_FALSE(numbers.find(0, [](std::uint32_t one) { return one == 40; }));
}
