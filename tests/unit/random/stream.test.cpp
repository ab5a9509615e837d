#include "ramet/random/stream.hpp"

#include <array>
#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace ramet::random;

TEST_CASE("stream: the number of a name is its folded FNV-1a hash, for ever") {
  CHECK(stream_number("") == (0xCBF29CE4U ^ 0x84222325U));
  CHECK(stream_number("a") == (0xAF63DC4CU ^ 0x8601EC8CU));
  CHECK(stream_number("foobar") == (0x85944171U ^ 0xF73967E8U));
  CHECK(Stream::named(7, "foobar") == Stream{.seed = 7, .number = stream_number("foobar")});
}

TEST_CASE("stream: ten thousand names of columns have different numbers") {
  std::set<std::uint32_t> numbers;
  for (int i = 0; i < 5000; ++i) {
    numbers.insert(stream_number("smear_" + std::to_string(i)));
    numbers.insert(stream_number("jet_" + std::to_string(i) + "_up"));
  }
  CHECK(numbers.size() == 10000);
}

TEST_CASE("stream: the key of columns depends on each, on their order and on how many there are") {
  using Columns = std::array<std::uint64_t, 3>;
  const std::uint64_t key = key_of(Columns{1, 23, 456});
  CHECK(key == 9668210243833215647U);
  CHECK(key_of(Columns{23, 1, 456}) != key);
  CHECK(key_of(Columns{1, 23, 457}) != key);
  CHECK(key_of(std::array<std::uint64_t, 2>{1, 23}) != key);
  std::set<std::uint64_t> keys;
  for (std::uint64_t run = 0; run < 20; ++run)
    for (std::uint64_t event = 0; event < 2000; ++event) keys.insert(key_of(Columns{run, event / 100, event}));
  CHECK(keys.size() == 40000);
}
