#include "ramet/dataset/index.hpp"

#include <algorithm>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/detail/gather.hpp"

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

namespace {

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("index: finds the entry of a pair, whatever the order") {
  const Index index(Numbers{2, 1, 2, -5}, Numbers{7, 9, 3, 0});
  CHECK(index.size() == 4);
  CHECK(index.find(2, 7) == EntryNumber{0});
  CHECK(index.find(1, 9) == EntryNumber{1});
  CHECK(index.find(2, 3) == EntryNumber{2});
  CHECK(index.find(-5) == EntryNumber{3});
  CHECK_FALSE(index.find(2, 4).has_value());
  CHECK_FALSE(index.find(3, 0).has_value());
  CHECK_FALSE(index.find(-6, 0).has_value());
}

TEST_CASE("index: of equal pairs the first entry is found") {
  const Index index(Numbers{4, 1, 4, 4}, Numbers{0, 0, 0, 0});
  CHECK(index.find(4) == EntryNumber{0});
  CHECK(index.find_all(Numbers{4, 4}, Numbers{0, 0}) == std::vector<std::uint64_t>{0, 0});
}

TEST_CASE("index: entries that do not count up are those that are found") {
  const Index index(Numbers{1, 2}, Numbers{0, 0}, Numbers{20, 10});
  CHECK(index.find(1) == EntryNumber{20});
  CHECK(index.find(2) == EntryNumber{10});
}

TEST_CASE("index: one that a tree was stored with") {
  const tree::StoredIndex stored{
      .major_name = "run", .minor_name = "event", .major = {1, 1, 2}, .minor = {4, 9, 0}, .entry = {7, 3, 5}};
  const Index index(stored);
  CHECK(index.find(1, 9) == EntryNumber{3});
  CHECK(index.find(2, 0) == EntryNumber{5});
  CHECK_FALSE(index.find(2, 1).has_value());
}

TEST_CASE("index: many pairs at once, in order, against it, and absent ones") {
  Numbers major;
  Numbers minor;
  for (std::int64_t number = 0; number < 1000; ++number) {
    major.push_back(number / 10);
    minor.push_back((number * 7) % 10);
  }
  const Index index(major, minor);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t entry = 0; entry < 1000; ++entry) expected.push_back(entry);
  CHECK(index.find_all(major, minor) == expected);
  std::ranges::reverse(major);
  std::ranges::reverse(minor);
  std::ranges::reverse(expected);
  CHECK(index.find_all(major, minor) == expected);
  CHECK(index.find_all(Numbers{1000, 5, -1}, Numbers{0, 10, 0}) == std::vector<std::uint64_t>{no_row, no_row, no_row});
}

TEST_CASE("index: an empty one has nothing, and lengths must agree") {
  const Index index(Numbers{}, Numbers{});
  CHECK_FALSE(index.find(0, 0).has_value());
  CHECK(index.find_all(Numbers{1}, Numbers{1}) == std::vector<std::uint64_t>{no_row});
  CHECK(error_of([] { Index(Numbers{1}, Numbers{}); }) == "misuse: an index of 1 major numbers and 0 minor ones");
  CHECK(error_of([] { Index(Numbers{1}, Numbers{1}, Numbers{}); }).starts_with("misuse"));
  CHECK(error_of([] { Index(Numbers{1}, Numbers{1}, Numbers{-1}); }) != "none");
  CHECK(error_of([&] { index.find_all(Numbers{1}, Numbers{}); }).starts_with("misuse"));
}
