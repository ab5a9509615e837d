#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

/// How a histogram is drawn. Threads: a value.
struct ChartOptions {
  std::size_t width = 80;   ///< columns, labels included
  std::size_t height = 16;  ///< rows of bars
  bool is_logarithmic = false;
  std::string label = {};  ///< of the horizontal axis
};

/// A histogram as bars that rise from a labelled axis, in eighths of a row; a bin that is not empty always shows.
/// Bins of equal width are equally many columns wide; when there are more bins than columns, neighbours are added up,
/// and a line says how many. There are as many values as edges, less one.
std::string draw_chart(std::span<const double> edges, std::span<const double> values, const ChartOptions& options,
                       const Terminal& terminal);

/// Columns left of the bars: the vertical axis and its labels.
inline constexpr std::size_t chart_margin = 11;

}  // namespace ramet::cli
