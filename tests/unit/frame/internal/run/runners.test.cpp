#include "ramet/frame/internal/run/runners.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/internal/graph/booking.hpp"

using namespace ramet;
using namespace ramet::frame::internal;

TEST_CASE("each slot has a runner of its own, and times are measured if they are asked for") {
  const sample::Threads threads;
  auto booking = std::make_shared<Booking>();
  auto node = std::make_shared<Node>();
  node->root = std::make_shared<const Root>(frame::Source(sample::counting_rows(3)), *threads.executor,
                                            std::vector<frame::Sample>(), expr::Language::cpp, 0,
                                            std::vector<std::string>(), nullptr);
  booking->node = node;
  booking->action = std::make_shared<frame::CountAction>();
  const std::vector bookings = {booking};
  const Plan plan = make_plan(*node->root, bookings, {.executor = *threads.executor});
  Runners plain(plan, 2, frame::Timing::none);
  CHECK(&plain.of({0}) == &plain.of({0}));
  CHECK(&plain.of({0}) != &plain.of({1}));
  CHECK_FALSE(plain.times());
  Runners timed(plan, 2, frame::Timing::of_steps);
  timed.of({1});
  CHECK(timed.times());
}
