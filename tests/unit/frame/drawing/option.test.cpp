#include "ramet/frame/drawing/option.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using frame::draw_option;
using frame::DrawnAs;
using frame::DrawOption;
using hist::ProfileErrors;

TEST_CASE("options of pictures say nothing of a histogram") {
  for (const char* const text : {"", "goff", "hist", "same goff", "box", "P0"}) {
    CAPTURE(text);
    CHECK(draw_option(text) == DrawOption{});
  }
  CHECK(draw_option("SAME") == DrawOption{});
  CHECK(draw_option("colz").has_colors);
}

TEST_CASE("profiles have errors of four kinds") {
  CHECK(draw_option("prof goff").as == DrawnAs::profile);
  CHECK(draw_option("prof").errors == ProfileErrors::of_mean);
  CHECK(draw_option("profs").errors == ProfileErrors::spread);
  CHECK(draw_option("PROFI").errors == ProfileErrors::of_whole_numbers);
  CHECK(draw_option("hist profg").errors == ProfileErrors::from_weights);
}

TEST_CASE("errors and norms are of the histogram") {
  CHECK(draw_option("e").keeps_squares);
  CHECK(draw_option("E1 goff").keeps_squares);
  CHECK(!draw_option("same").keeps_squares);
  CHECK(draw_option("norm hist").is_normalized);
  CHECK(!draw_option("norm").keeps_squares);
}

TEST_CASE("what makes no histogram is refused") {
  for (const char* const text : {"entrylist", "PARA", "candle", "gl5d"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(draw_option(text), Error);
  }
}
