#include "ramet/frame/internal/run/range_counts.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::FilterCount;
using frame::Frame;
using sample::ask;
using sample::count_of;
using sample::values_of;

namespace {

/// A filter or a range of a serial reference: what it says of x, and how many came to it.
struct Step {
  std::function<bool(std::int32_t)> passes = {};
  std::uint64_t first = 0, last = 0, step = 1;
  std::uint64_t came = 0;

  bool keeps(std::int32_t x) {
    const std::uint64_t number = came++;
    if (passes) return passes(x);
    return number >= first && (last == 0 || number < last) && (number - first) % step == 0;
  }
};

/// The entries 0 .. entries - 1 that all steps keep, one entry after the other.
std::vector<std::int32_t> kept(std::size_t entries, std::vector<Step> steps) {
  std::vector<std::int32_t> all;
  for (std::int32_t x = 0; x < static_cast<std::int32_t>(entries); ++x)
    if (std::ranges::all_of(steps, [&](Step& step) { return step.keeps(x); })) all.push_back(x);
  return all;
}

Step range(std::uint64_t first, std::uint64_t last, std::uint64_t step = 1) {
  return {.passes = {}, .first = first, .last = last, .step = step};
}

Step multiples(std::int32_t of, std::int32_t rest) {
  return {.passes = [=](std::int32_t x) { return x % of == rest; }};
}

}  // namespace

TEST_CASE("ranges at the root, nested and behind filters keep what a loop over entries would, on any threads") {
  for (const std::size_t count : {1, 2, 7}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(sample::many);
    CHECK(values_of<std::int32_t>(all.range(3, 20, 5), "x") == std::vector{3, 8, 13, 18});
    CHECK(values_of<std::int32_t>(all.range(10, 60'000, 3).range(100, 19'000, 7), "x") ==
          kept(sample::many, {range(10, 60'000, 3), range(100, 19'000, 7)}));
    CHECK(values_of<std::int32_t>(all.filter("x % 3 == 1").range(500, 20'000, 4), "x") ==
          kept(sample::many, {multiples(3, 1), range(500, 20'000, 4)}));
    CHECK(values_of<std::int32_t>(all.filter("x % 3 == 1").range(9, 0, 2).range(5, 6'000), "x") ==
          kept(sample::many, {multiples(3, 1), range(9, 0, 2), range(5, 6'000)}));
    CHECK(values_of<std::int32_t>(all.range(100, 65'000).filter("x % 5 == 0").range(7, 12'000, 3).filter("x % 2 == 0"),
                                  "x") ==
          kept(sample::many, {range(100, 65'000), multiples(5, 0), range(7, 12'000, 3), multiples(2, 0)}));
    CHECK(count_of(all.range(sample::many + 5, 0)) == 0);
    CHECK(count_of(all.filter("x < 5").range(5, 8)) == 0);
  }
}

TEST_CASE("a large cluster is cut as without ranges, so that what came before its parts is known") {
  const sample::Threads threads(3);
  constexpr std::size_t entries = 600'000;
  const Frame all = threads.of(sample::counting_rows(entries, entries));
  CHECK(values_of<std::int32_t>(all.filter("x % 2 == 0").range(1, 290'000, 3), "x") ==
        kept(entries, {multiples(2, 0), range(1, 290'000, 3)}));
}

TEST_CASE("the run ends where all ranges do, so that filters before count fewer, as in ROOT") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(100);
  {
    const Frame a = all.filter("x % 2 == 0", "a");
    const Frame b = a.range(20).filter("x % 3 == 0", "b");
    const Frame last = b.range(3);
    const frame::Filters filters = last.filters();
    CHECK(count_of(last) == 3);
    CHECK(filters.counts() == std::vector<FilterCount>{{"a", 13, 7}, {"b", 7, 3}});
  }
  const Frame a = all.filter("x > 5", "a");
  const Frame two = a.range(2);
  {
    const auto other = ask<frame::CountAction>(all.range(10));
    const frame::Filters filters = two.filters();
    CHECK(count_of(two) == 2);
    CHECK(other.run().count() == 10);
    CHECK(filters.counts() == std::vector<FilterCount>{{"a", 10, 4}});
    CHECK(filters.booked().report().entries == 10);
  }
  const auto nested = ask<frame::CountAction>(all.range(40).range(0, 20, 2));
  const frame::Filters filters = two.filters();
  CHECK(count_of(two) == 2);
  CHECK(nested.run().count() == 10);
  CHECK(filters.counts() == std::vector<FilterCount>{{"a", 20, 14}});
}

TEST_CASE("a result before the ranges needs all entries, and so do counts of filters there, as in ROOT") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(100);
  const Frame a = all.filter("x % 5 == 1", "a");
  const std::vector<FilterCount> of_all = {{"a", 100, 20}}, of_some = {{"a", 42, 9}};
  const Frame first = a.range(2, 9, 3), second = a.range(1, 4);
  {
    const auto other = ask<frame::CountAction>(second);
    const frame::Filters filters = second.filters();
    CHECK(values_of<std::int32_t>(first, "x") == std::vector{11, 26, 41});
    CHECK(other.run().count() == 3);
    CHECK(filters.counts() == of_some);
  }
  {
    const auto other = ask<frame::CountAction>(a);
    const frame::Filters filters = first.filters();
    CHECK(count_of(first) == 3);
    CHECK(other.run().count() == 20);
    CHECK(filters.counts() == of_all);
  }
  for (const frame::Filters& filters : {a.filters(), all.filters()}) {
    CHECK(count_of(first) == 3);
    CHECK(filters.counts() == of_all);
  }
}

TEST_CASE("ranges behind filters that vary count for each variation") {
  const sample::Threads threads(2);
  const Frame varied =
      threads.counting(sample::many).define("c", "x").vary({"c"}, "RVecI{c + 1}", {"up"}, "n").filter("c % 2 == 0");
  const auto values = sample::varied_values_of<std::int32_t>(varied.range(10'000, 30'000, 5), "x");
  CHECK(values.at("") == kept(sample::many, {multiples(2, 0), range(10'000, 30'000, 5)}));
  CHECK(values.at("n:up") == kept(sample::many, {multiples(2, 1), range(10'000, 30'000, 5)}));
}

TEST_CASE("entries that are lost do not come to a range, and a stop while it counts leaves nothing") {
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(sample::many);
  rows->damaged = {{20'000}, {20'001}};
  const Frame some = threads.of(rows).filter("x % 2 == 0").range(100, 20'000);
  const auto values = ask<frame::TakeAction>(some, std::vector<std::string>{"x"});
  CHECK(sample::error_of([&] { values.run(); }) == "corrupt: entry 20000 is damaged");
  const auto skipping = ask<frame::TakeAction>(some, std::vector<std::string>{"x"});
  skipping.run({.on_error = frame::OnError::skip});
  const auto lost = skipping.booked.report().lost;
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].reason == "entry 20000 is damaged");
  CHECK(lost[0].entries == rows->damaged);
  auto expected =
      kept(sample::many, {{.passes = [](std::int32_t x) { return x != 20'000; }}, multiples(2, 0), range(100, 20'000)});
  CHECK(sample::numbers_of<std::int32_t>(skipping.action->values()[0]) == expected);
  StopSource stop;
  stop.request_stop();
  const auto stopped = ask<frame::CountAction>(some);
  CHECK(stopped.run({.stop = stop.get_token()}).count() == 0);
  CHECK(stopped.booked.report().was_stopped);
  CHECK(stopped.booked.report().covered.empty());
}
