#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/terminal/axis_lines.hpp"
#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

/// How a histogram is drawn. Threads: a value.
struct ChartOptions {
  std::size_t width = 80;   ///< columns, including labels
  std::size_t height = 16;  ///< rows of bars
  bool is_logarithmic = false;
  std::string label = {};  ///< label of the horizontal axis
};

/// Draw a histogram as vertical bars above a labelled axis, to an eighth of a row; a bin that is not empty is always
/// visible. Bins of equal width have the same number of columns. If there are more bins than columns, neighbours are
/// added up, and a line gives their number. `values` has one element less than `edges`.
std::string draw_chart(std::span<const double> edges, std::span<const double> values, const ChartOptions& options,
                       const Terminal& terminal);

}  // namespace ramet::cli
