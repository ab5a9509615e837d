#include "ramet/core/trace.hpp"

#include <chrono>

#include <doctest/doctest.h>

using namespace ramet;
using namespace std::chrono_literals;

TEST_CASE("stage times: time and calls add up, stage by stage") {
  StageTimes times;
  times.add(Stage::read, 250ms);
  times.add(Stage::read, 500ms, 3);
  times.add(Stage::wait, 1s);
  CHECK(times.seconds(Stage::read) == 0.75);
  CHECK(times.calls(Stage::read) == 4);
  CHECK(times.seconds(Stage::wait) == 1.0);
  CHECK(times.calls(Stage::wait) == 1);
  CHECK(times.seconds(Stage::fill) == 0.0);
  CHECK(times.calls(Stage::fill) == 0);
}

TEST_CASE("stage times: the times of several streams add up, every stage of them") {
  StageTimes one;
  StageTimes other;
  one.add(Stage::read, 1s);
  other.add(Stage::read, 2s);
  other.add(Stage::wait, 4s, 2);
  one.add(other);
  CHECK(one.seconds(Stage::read) == 3.0);
  CHECK(one.seconds(Stage::wait) == 4.0);
  CHECK(one.calls(Stage::wait) == 2);
  CHECK(static_cast<std::size_t>(Stage::wait) + 1 == stage_count);
}

TEST_CASE("stage timer: it adds its scope to its stage, and does nothing without a place to add to") {
  StageTimes times;
  const auto begin = TraceClock::now();
  {
    const StageTimer timer({&times, nullptr}, Stage::compress);
    while (TraceClock::now() == begin) {
    }
  }
  const double outside = std::chrono::duration<double>(TraceClock::now() - begin).count();
  CHECK(times.calls(Stage::compress) == 1);
  CHECK(times.seconds(Stage::compress) >= 0.0);
  CHECK(times.seconds(Stage::compress) <= outside);
  CHECK(times.calls(Stage::read) == 0);
  {
    const StageTimer idle({}, Stage::compress);
  }
  CHECK(times.calls(Stage::compress) == 1);
}
