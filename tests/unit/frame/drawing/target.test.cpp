#include "ramet/frame/drawing/target.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using frame::split_draw_text;

TEST_CASE("a text without a target is all expressions") {
  CHECK(split_draw_text(" y:x ").expressions == " y:x ");  // a title has its blanks, as in ROOT
  CHECK_FALSE(split_draw_text("y:x").target);
  CHECK(split_draw_text("s == \">>\"").expressions == "s == \">>\"");
}

TEST_CASE("a target has a name, bins and ranges") {
  const auto text = split_draw_text("y : x >> h (10, 0, 1e2,, -5)");
  CHECK(text.expressions == "y : x ");
  REQUIRE(text.target);
  CHECK(text.target->name == "h");
  CHECK_FALSE(text.target->adds);
  CHECK(text.target->axes[0] == frame::AxisWish{10, 0.0, 100.0});
  CHECK(text.target->axes[0].has_range());
  CHECK(text.target->axes[1] == frame::AxisWish{std::nullopt, -5.0, std::nullopt});
  CHECK_FALSE(text.target->axes[2].has_range());
}

TEST_CASE("no bins are one between two ends, as in TH1") {
  CHECK(split_draw_text("x>>h(0,0,100)").target->axes[0] == frame::AxisWish{1, 0.0, 100.0});
  CHECK(split_draw_text("x>>h(-5,0,100)").target->axes[0].bins == 1);
  CHECK(split_draw_text("x>>h(0,5,5)").target->axes[0] == frame::AxisWish{std::nullopt, 5.0, 5.0});
  CHECK_FALSE(split_draw_text("x>>h(0)").target->axes[0].bins);
}

TEST_CASE("a plus adds") {
  const auto text = split_draw_text("x>>+h");
  CHECK(text.target->adds);
  CHECK(text.target->name == "h");
}

TEST_CASE("what is no target is refused") {
  for (const char* const text :
       {"x>>h(1", "x>>h(a)", "x>>h(1,2,3,4,5,6,7,8,9,10)", "x>>h(-1)", "x>>h(1e300)", "x>>h(nan)"})
    CHECK_THROWS_AS(split_draw_text(text), Error);
}
