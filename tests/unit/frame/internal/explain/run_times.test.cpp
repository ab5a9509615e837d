#include "ramet/frame/internal/explain/run_times.hpp"

#include <doctest/doctest.h>

using namespace ramet::frame::internal;

namespace {

Plan plan_of_two_stages() {
  Plan plan;
  plan.stages.resize(2);
  plan.stages[1].levels.resize(2);
  plan.stages[1].levels[0].calls.resize(1);
  plan.stages[1].levels[1].calls.resize(2);
  plan.actions.resize(1);
  plan.groups = {{"x"}, {"y", "z"}};
  return plan;
}

}  // namespace

TEST_CASE("times have a place for each step of a plan, and are added step by step") {
  const Plan plan = plan_of_two_stages();
  RunTimes one(plan), other(plan);
  CHECK(one.stages[0].calls.empty());
  REQUIRE(one.stages[1].calls.size() == 3);
  using std::chrono::nanoseconds;
  one.stages[1].calls[2] = nanoseconds(5);
  other.stages[1].calls[2] = nanoseconds(7);
  other.stages[0].reading = nanoseconds(1);
  other.stages[0].computing = nanoseconds(2);
  other.stages[1].choosing = nanoseconds(3);
  other.actions[0] = nanoseconds(4);
  other.columns[1][1] = {.entries = 10, .bytes = 80};
  one += other;
  one += other;
  CHECK(one.stages[1].calls[2] == nanoseconds(19));
  CHECK(one.stages[0].reading == nanoseconds(2));
  CHECK(one.stages[0].computing == nanoseconds(4));
  CHECK(one.stages[1].choosing == nanoseconds(6));
  CHECK(one.actions[0] == nanoseconds(8));
  CHECK(one.columns[1][1].entries == 20);
  CHECK(one.columns[1][1].bytes == 160);
  CHECK(one.columns[0][0].bytes == 0);
}

TEST_CASE("a step without a sum is not timed, and one with a sum adds to it") {
  RunTimes::Duration sum{};
  {
    const TimedStep timed(nullptr);
  }
  for (int step = 0; step < 3; ++step) {
    const TimedStep timed(&sum);
    CHECK(std::chrono::steady_clock::now().time_since_epoch().count() > 0);
  }
  CHECK(sum >= RunTimes::Duration::zero());
}
