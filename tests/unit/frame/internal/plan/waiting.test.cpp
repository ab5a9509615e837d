#include "ramet/frame/internal/plan/waiting.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/internal/graph/booking.hpp"

using namespace ramet;
using frame::internal::Booking;

TEST_CASE("bookings that failed say why") {
  std::vector<std::shared_ptr<Booking>> bookings = {std::make_shared<Booking>(), std::make_shared<Booking>()};
  frame::internal::set_failed(std::span(bookings).first(1), "no space");
  CHECK(bookings[0]->current() == Booking::State::failed);
  CHECK(bookings[1]->current() == Booking::State::waiting);
  const MutexLock lock(bookings[0]->mutex);
  CHECK(bookings[0]->failure == "no space");
}

TEST_CASE("what was computed does not wait any longer") {
  const sample::Threads threads;
  const frame::Frame all = threads.counting(10);
  const auto first = sample::ask<frame::CountAction>(all);
  CHECK(first.run().count() == 10);
  const auto second = sample::ask<frame::CountAction>(all.filter("x > 4"));
  CHECK(second.run().count() == 5);
  CHECK(first.booked.is_ready());
}
