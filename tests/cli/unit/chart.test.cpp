#include "cli/terminal/chart.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cli/text/text.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

namespace {

constexpr Terminal to_file{};

std::vector<double> regular_edges(std::size_t bins, double low, double high) {
  std::vector<double> edges;
  for (std::size_t edge = 0; edge <= bins; ++edge)
    edges.push_back(low + (high - low) * static_cast<double>(edge) / static_cast<double>(bins));
  return edges;
}

std::string chart_of(const std::vector<double>& values, const ChartOptions& options) {
  return draw_chart(regular_edges(values.size(), 0, static_cast<double>(values.size())), values, options, to_file);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("chart: bars rise in eighths of a row from a labelled axis") {
  // 10 columns for 5 bins: two each.
  CHECK(chart_of({0, 1, 2, 4, 3}, {.width = 22, .height = 2, .label = "x"}) ==
        "        4 ┤      ██▄▄\n"
        "        2 ┤  ▄▄██████\n"
        "          └┬─────────┬\n"
        "           0         5\n"
        "               x\n");
}

TEST_CASE("chart: a bin that is not empty shows, however small") {
  const std::string text = chart_of({1'000'000, 1, 0}, {.width = 40, .height = 4});
  const std::string lowest = lines_of(text).at(3);
  CHECK(lowest.find("▁") != std::string::npos);
  CHECK(display_width(lowest) < chart_margin + 2 * 9 + 1);  // the empty bin has no bar
}

TEST_CASE("chart: no line is wider than asked for, for any number of bins") {
  for (std::size_t bins = 1; bins < 300; bins += 7)
    for (const std::size_t width : {30, 80, 120}) {
      CAPTURE(bins);
      CAPTURE(width);
      for (const std::string& line : lines_of(chart_of(std::vector<double>(bins, 5), {.width = width, .height = 3})))
        CHECK(display_width(line) <= width + 4);  // a label may stand out at the right end
    }
}

TEST_CASE("chart: bins that have no column of their own are added up, and a line says so") {
  const std::string text = chart_of(std::vector<double>(200, 10), {.width = 80, .height = 8});
  CHECK(text.find("each column is 3 bins") != std::string::npos);
  CHECK(text.find("30 ┤") != std::string::npos);
}

TEST_CASE("chart: bins of different widths are drawn to scale") {
  const std::vector<double> edges = {0, 1, 10};
  const std::vector<double> values = {4, 2};
  const auto lines = lines_of(draw_chart(edges, values, {.width = 22, .height = 2}, to_file));
  CHECK(lines.at(0) == "        4 ┤█");
  CHECK(lines.at(1) == "        2 ┤██████████");
}

TEST_CASE("chart: a logarithmic axis has decades, and a smallest bar that can be seen") {
  const std::string text = chart_of({1, 10, 100, 1000}, {.width = 40, .height = 12, .is_logarithmic = true});
  for (const char* label : {" 1 ┤", " 10 ┤", " 100 ┤", " 1,000 ┤"}) {
    CAPTURE(label);
    CHECK(text.find(label) != std::string::npos);
  }
  CHECK(lines_of(text).at(11).size() > chart_margin + 20);
}

TEST_CASE("chart: bars of negative values hang from the base line") {
  const auto lines = lines_of(chart_of({2, -2}, {.width = 22, .height = 4}));
  CHECK(lines.at(0).ends_with("█████"));
  CHECK(lines.at(3).ends_with("     █████"));
}

TEST_CASE("chart: an empty histogram has axes and no bars, linear and logarithmic") {
  for (const bool is_logarithmic : {false, true}) {
    const std::string text = chart_of({0, 0, 0}, {.width = 40, .height = 3, .is_logarithmic = is_logarithmic});
    CHECK(text.find("█") == std::string::npos);
    CHECK(text.find("└") != std::string::npos);
  }
}

TEST_CASE("chart: labels of a range that is small beside its position differ") {
  const std::vector<double> edges = regular_edges(10, 1.6e9, 1.6e9 + 10);
  const std::string text = draw_chart(edges, std::vector<double>(10, 1), {.width = 80, .height = 2}, to_file);
  CHECK(text.find("1600000000") != std::string::npos);
  CHECK(text.find("1600000004") != std::string::npos);
}
