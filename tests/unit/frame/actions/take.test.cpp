#include "ramet/frame/actions/take.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::TakeAction;
using sample::ask;

TEST_CASE("values are in order of entries, for any number of threads") {
  const std::vector<std::string> columns = {"v", "x", "s"};
  for (const std::size_t count : {1, 7}) {
    const sample::Threads threads(count);
    const auto all = threads.counting(sample::many).define("s", "std::string(x % 2 == 0 ? \"even\" : \"\")");
    const auto values = ask<TakeAction>(all.filter("x % 4 < 2"), columns);
    CHECK(values.run().entries() == sample::many / 2);
    std::vector<std::int32_t> numbers;
    std::vector<std::vector<float>> lists;
    std::vector<std::string> texts;
    for (std::size_t x = 0; x < sample::many; ++x) {
      if (x % 4 >= 2) continue;
      numbers.push_back(static_cast<std::int32_t>(x));
      lists.emplace_back(x % 3, static_cast<float>(x));
      texts.emplace_back(x % 2 == 0 ? "even" : "");
    }
    CHECK(sample::is_same(values.action->values()[0], sample::column_of(lists)));
    CHECK(sample::is_same(values.action->values()[1], sample::column_of(numbers)));
    CHECK(sample::is_same(values.action->values()[2], sample::column_of(texts)));
  }
}

TEST_CASE("the first so many are taken, of fewer all") {
  const sample::Threads threads(3);
  for (const std::size_t entries : {std::size_t{30}, sample::many}) {
    const auto all = threads.counting(entries);
    const auto some = [&](std::uint64_t most) {
      const auto values = ask<TakeAction>(all.filter("x % 2 == 1"), std::vector<std::string>{"x"}, most);
      const auto numbers = sample::numbers_of<std::int32_t>(values.run().values()[0]);
      CHECK(numbers.size() == values.action->entries());
      return numbers;
    };
    CHECK(some(3) == std::vector{1, 3, 5});
    CHECK(some(0).empty());
    CHECK(some(10'000'000).size() == entries / 2);
    CHECK(some(20'000).size() == std::min<std::size_t>(20'000, entries / 2));
  }
}

TEST_CASE("no entries give empty columns, and no columns a number of entries") {
  const sample::Threads threads(2);
  const auto none = ask<TakeAction>(threads.counting(sample::many).filter("false"), std::vector<std::string>{"v"});
  CHECK(none.run().values()[0].length() == 0);
  CHECK(none.action->values()[0].type() == array::parse_type("var * float32"));
  const auto bare = ask<TakeAction>(threads.counting(10), std::vector<std::string>{});
  CHECK(bare.run().entries() == 10);
  CHECK(bare.action->values().empty());
}

TEST_CASE("a column may be taken twice") {
  const sample::Threads threads;
  const auto both = ask<TakeAction>(threads.counting(4), std::vector<std::string>{"x", "x"});
  const auto& values = both.run().values();
  CHECK(sample::is_same(values[0], values[1]));
  CHECK(sample::numbers_of<std::int32_t>(values[0]) == std::vector{0, 1, 2, 3});
}
