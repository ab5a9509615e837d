#include "ramet/frame/internal/graph/booking.hpp"

#include <doctest/doctest.h>

#include "ramet/frame/actions/numbers.hpp"

using namespace ramet::frame::internal;

TEST_CASE("a result has the variations of its columns, and of the entries that come") {
  const auto column = std::make_shared<Definition>();
  column->varies_with = {"a:up"};
  const auto filter = std::make_shared<Node>();
  filter->kind = Node::Kind::filter;
  filter->varies_with = {"b:up"};
  const auto names = std::make_shared<Node>();
  names->kind = Node::Kind::names;
  names->parent = filter;
  Booking booking;
  booking.node = names;
  booking.columns = {column};
  CHECK(booking.variations() == VariationNames{"a:up", "b:up"});
  CHECK(booking.current() == Booking::State::waiting);
}
