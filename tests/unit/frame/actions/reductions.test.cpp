#include "ramet/frame/actions/reductions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;

namespace {

/// As a sum depends on the order, so does this.
std::uint64_t chained(std::uint64_t hash, std::int32_t x) { return hash * 31 + static_cast<std::uint64_t>(x); }

std::uint64_t chain_of(std::size_t count) {
  std::uint64_t hash = 7;
  for (std::size_t x = 0; x < count; ++x) hash = chained(hash, static_cast<std::int32_t>(x));
  return hash;
}

}  // namespace

TEST_CASE("reduce combines values two at a time, also those of lists") {
  for (const std::size_t count : {1u, 3u}) {
    CAPTURE(count);
    const sample::Threads threads(count);
    const Frame all = threads.counting(sample::many);
    const auto larger = [](std::int32_t a, std::int32_t b) { return std::max(a, b); };
    CHECK(*all.reduce(larger, "x", -1) == sample::many - 1);
    CHECK(*all.filter("x < 0").reduce(larger, "x", -1) == -1);
    const auto added = [](float a, float b) { return a + b; };
    CHECK(*all.filter("x < 10").reduce(added, "v", 100.f) == 100 + (1 + 4 + 7) + 2 * (2 + 5 + 8));
  }
  const sample::Threads threads;
  CHECK_THROWS_WITH_AS(threads.counting(10).reduce([](double a, double b) { return a + b; }, "x", 0.0),
                       "column 'reduction': argument 1 of the function is of type float64, column 'x' of type int32",
                       Error);
}

TEST_CASE("aggregate takes entries into states and merges them in order") {
  struct Extent {
    std::vector<std::int32_t> firsts = {};
    std::size_t entries = 0;
  };
  const auto step = [](Extent& extent, std::int32_t x, std::span<const float> v) {
    if (extent.entries == 0) extent.firsts.push_back(x);
    extent.entries += 1 + v.size() * 0;
  };
  const auto merge = [](Extent one, const Extent& other) {
    one.firsts.insert(one.firsts.end(), other.firsts.begin(), other.firsts.end());
    one.entries += other.entries;
    return one;
  };
  std::vector<std::vector<std::int32_t>> found;
  for (const std::size_t count : {1u, 4u}) {
    const sample::Threads threads(count);
    const Extent extent = threads.counting(sample::many).aggregate(step, merge, {"x", "v"}).value();
    CHECK(extent.entries == sample::many);
    CHECK(extent.firsts.size() > 1);
    CHECK(std::ranges::is_sorted(extent.firsts));
    found.push_back(extent.firsts);
  }
  CHECK(found[0] == found[1]);
}

TEST_CASE("aggregate begins with the initial state when nothing comes") {
  const sample::Threads threads;
  const auto sum = [](double state, std::int32_t x) { return state + x; };
  const auto none = threads.counting(10).filter("x < 0").aggregate(sum, std::plus<>(), {"x"}, 2.5);
  CHECK(*none == 2.5);
}

TEST_CASE("fold takes entries in their order into one state, for any number of threads") {
  const auto step = [](std::uint64_t state, std::int32_t x) { return chained(state, x); };
  for (const std::size_t count : {1u, 2u, 5u}) {
    CAPTURE(count);
    const sample::Threads threads(count);
    const auto folded = threads.counting(sample::many, 500).fold(step, {"x"}, 7);
    CHECK(*folded == chain_of(sample::many));
  }
}

TEST_CASE("a fold has variations and what is done of a run that is stopped") {
  const sample::Threads threads(2);
  const Frame varied =
      threads.counting(sample::many).vary({"x"}, "RVecI{x + 1, x + 2}", {"one", "two"}, "shift").filter("x < 3");
  const auto listed = varied.fold([](std::vector<std::int32_t>& list, std::int32_t x) { list.push_back(x); }, {"x"});
  const auto others = listed.varied();
  CHECK(*listed == std::vector{0, 1, 2});
  CHECK(others.at("shift:one").value() == std::vector{1, 2});
  CHECK(others.at("shift:two").value() == std::vector{2});

  const auto count = threads.counting(sample::many).fold([](std::uint64_t n, std::int32_t) { return n + 1; }, {"x"});
  std::vector<std::uint64_t> seen;
  const frame::StopCondition until{.results = {count.booked()},
                                   .holds =
                                       [&](const frame::PartialResults& results) {
                                         seen.push_back(results.report.covered.front().last.number);
                                         return true;
                                       },
                                   .entries = 1000};
  count.booked().run({.until = &until});
  CHECK(seen.size() == 1);
  CHECK(*count == seen.front());
}

TEST_CASE("what a step throws ends the run") {
  const sample::Threads threads(3);
  const auto failing = threads.counting(sample::many)
                           .fold(
                               [](int, std::int32_t x) -> int {
                                 if (x == 40'000) throw Error(ErrorKind::misuse, "enough");
                                 return x;
                               },
                               {"x"});
  CHECK_THROWS_WITH_AS(failing.value(), "enough", Error);
}
