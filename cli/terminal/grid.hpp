#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/terminal/chart.hpp"
#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

/// The range of an axis and its number of bins, for a picture in characters. Threads: a value.
struct GridAxis {
  std::size_t bins = 1;
  double low = 0;
  double high = 1;
};

/// Draw a histogram of two axes as a map: the darker a character, the more is in its bins. Cells are x fastest. Where
/// there are more bins than characters, neighbours are added up.
std::string draw_map(const GridAxis& x, const GridAxis& y, std::span<const double> cells, const ChartOptions& options,
                     const Terminal& terminal);

/// Draw heights with their errors as points with bars; bins whose error is negative have no point.
std::string draw_points(const GridAxis& x, std::span<const double> heights, std::span<const double> errors,
                        const ChartOptions& options, const Terminal& terminal);

}  // namespace ramet::cli
