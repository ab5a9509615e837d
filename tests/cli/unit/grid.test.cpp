#include "cli/terminal/grid.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("a map is darker where more is") {
  const std::vector<double> cells = {0, 1, 4, 8};
  const std::string text = draw_map({2, 0, 2}, {2, 0, 10}, cells, {.width = 26, .height = 2}, Terminal{});
  CHECK(text.find("▒") < text.find("█"));
  CHECK(text.find("█") < text.find("░"));
  CHECK(text.find("7.5") != std::string::npos);
}

TEST_CASE("neighbours are added up where there are more bins than characters") {
  const std::vector<double> cells(100 * 100, 1);
  const std::string text =
      draw_map({100, 0, 1}, {100, 0, 1}, cells, {.width = 40, .height = 10, .label = "y:x"}, Terminal{});
  CHECK(std::count(text.begin(), text.end(), '\n') == 13);
  CHECK(text.find("y:x") != std::string::npos);
}

TEST_CASE("points have bars, and empty bins have none") {
  const std::vector<double> heights = {1, 0, 3};
  const std::vector<double> errors = {0.5, -1, 1};
  const std::string text = draw_points({3, 0, 3}, heights, errors, {.width = 30, .height = 8}, Terminal{});
  std::size_t points = 0;
  for (std::size_t at = text.find("●"); at != std::string::npos; at = text.find("●", at + 1)) ++points;
  CHECK(points == 2);
}
