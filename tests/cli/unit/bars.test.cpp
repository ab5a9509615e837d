#include "cli/terminal/bars.hpp"

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("bars: a cell fills from below in eighths, and no further than up") {
  CHECK(block_from_below(0) == " ");
  CHECK(block_from_below(4) == "▄");
  CHECK(block_from_below(8) == "█");
  CHECK(block_from_below(100) == "█");
}

TEST_CASE("bars: a horizontal bar takes its width, whatever part of it is filled") {
  CHECK(horizontal_bar(0, 3) == "   ");
  CHECK(horizontal_bar(0.5, 3) == "█▌ ");
  CHECK(horizontal_bar(1, 3) == "███");
  CHECK(horizontal_bar(7, 2) == "██");
  CHECK(horizontal_bar(-1, 2) == "  ");
  CHECK(horizontal_bar(0.5, 0).empty());
}
