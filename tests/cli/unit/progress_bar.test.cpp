#include "cli/terminal/progress_bar.hpp"

#include "cli/text/text.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("progress: the line says task, part, entries and speed") {
  CHECK(progress_line("filling", 500, 2000, 0.5, 60) == "filling  25% ██████▊                      500/2,000  1,000/s");
}

TEST_CASE("progress: nothing to do is all done, and no time is no speed") {
  CHECK(progress_line("filling", 0, 0, 0, 0) == "filling 100%   0/0  0/s");
}

TEST_CASE("progress: the line fits the terminal as long as its words do") {
  for (std::size_t width = 45; width < 200; ++width) {
    CAPTURE(width);
    CHECK(display_width(progress_line("filling", 500, 2000, 0.5, width)) <= width);
  }
}
