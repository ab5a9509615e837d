#include "ramet/random/stream.hpp"

#include <array>
#include <set>
#include <span>
#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

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

TEST_CASE("stream: the keys of columns are those of their rows") {
  const std::array<std::uint64_t, 2> run{1, 2}, event{7, 7};
  std::array<std::uint64_t, 2> keys{};
  fill_keys(std::array<std::span<const std::uint64_t>, 2>{run, event}, keys);
  CHECK(keys[0] == key_of(std::array<std::uint64_t, 2>{1, 7}));
  CHECK(keys[1] == key_of(std::array<std::uint64_t, 2>{2, 7}));
  const std::array<std::span<const std::uint64_t>, 2> unequal{run, std::span(event).first(1)};
  CHECK_THROWS_WITH_AS(fill_keys(unequal, keys), "a column has 1 values for 2 keys", ramet::Error);
}

TEST_CASE("stream: elements of lists have their entry and their place in it") {
  const std::array<std::int64_t, 4> offsets{10, 12, 12, 13};
  std::array<std::uint64_t, 3> entries{};
  std::array<std::uint32_t, 3> elements{};
  fill_list_draws(100, offsets, entries, elements);
  CHECK(entries == std::array<std::uint64_t, 3>{100, 100, 102});
  CHECK(elements == std::array<std::uint32_t, 3>{0, 1, 0});
  fill_list_draws(100, {}, {}, {});
}

TEST_CASE("stream: offsets that do not fit are errors, and nothing is written behind the end") {
  std::array<std::uint64_t, 3> entries{};
  std::array<std::uint32_t, 3> elements{};
  const std::array<std::int64_t, 3> short_lists{0, 1, 2}, falling{0, 7, 3};
  CHECK_THROWS_WITH_AS(fill_list_draws(0, short_lists, entries, elements),
                       "3 entries and 3 elements are wanted for lists of 2", ramet::Error);
  CHECK_THROWS_WITH_AS(fill_list_draws(0, falling, entries, elements), "list 0 ends behind the last of 3 elements",
                       ramet::Error);
  const std::array<std::int64_t, 4> back{0, 3, 2, 3};
  CHECK_THROWS_WITH_AS(fill_list_draws(0, back, entries, elements), "offset 2 is 2 after 3", ramet::Error);
}
