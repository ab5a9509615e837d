#include "cli/terminal/terminal.hpp"

#include <cstdio>

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("terminal: a file is none, has no colours and counts as 80 columns wide") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  const Terminal terminal = look_at(file);
  std::fclose(file);
  CHECK_FALSE(terminal.is_terminal);
  CHECK_FALSE(terminal.has_colours);
  CHECK(terminal.width == 80);
}

TEST_CASE("paint: text is coloured only where there are colours, and plain or empty text never is") {
  const Terminal colours{.is_terminal = true, .has_colours = true, .width = 80};
  CHECK(paint("Events", Style::tree, colours) == "\x1b[1;32mEvents\x1b[0m");
  CHECK(paint("Events", Style::plain, colours) == "Events");
  CHECK(paint("", Style::tree, colours).empty());
  CHECK(paint("Events", Style::tree, {.is_terminal = true, .has_colours = false, .width = 80}) == "Events");
}
