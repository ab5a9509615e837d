#include "cli/terminal/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"

namespace ramet::cli {
namespace {

constexpr std::array<std::string_view, 5> shades = {" ", "░", "▒", "▓", "█"};

/// Rows of characters, the uppermost last. Threads: one thread.
class Grid {
 public:
  Grid(std::size_t columns, std::size_t rows) : columns_(columns), cells_(columns * rows, " ") {}

  std::string_view& at(std::size_t column, std::size_t row) { return cells_[row * columns_ + column]; }

  /// The rows with labels of the vertical axis, which go from low to high.
  std::string text(double low, double high, const Terminal& terminal) const {
    std::string text;
    const std::size_t rows = cells_.size() / columns_;
    for (std::size_t row = rows; row-- > 0;) {
      std::string line;
      for (std::size_t column = 0; column < columns_; ++column) line += cells_[row * columns_ + column];
      line.erase(line.find_last_not_of(' ') + 1);
      const bool is_labelled = row + 1 == rows || row == 0 || row == rows / 2;
      const double middle = low + (high - low) * (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
      text += pad_left(is_labelled ? format_value(middle, 4) : "", chart_margin - 2) + (is_labelled ? " ┤" : " │");
      text += paint(line, Style::histogram, terminal) + "\n";
    }
    return text;
  }

 private:
  std::size_t columns_;
  std::vector<std::string_view> cells_;
};

std::size_t columns_of(const ChartOptions& options) {
  return options.width > chart_margin + 11 ? options.width - chart_margin - 1 : 10;
}

std::string below(const GridAxis& x, std::size_t columns, const ChartOptions& options, const Terminal& terminal) {
  std::string text = axis_lines(x.low, x.high, columns);
  const std::string label = shorten_middle(printable(options.label), columns);
  if (label.empty()) return text;
  return text + std::string(chart_margin + (columns - display_width(label)) / 2, ' ') +
         paint(label, Style::bold, terminal) + "\n";
}

/// The shade of a part of the largest content; what is there at all is seen.
std::string_view shade_of(double content, double smallest, double largest, bool is_logarithmic) {
  if (!(content > 0) || !(largest > 0)) return shades.front();
  const double part = is_logarithmic && largest > smallest ? std::log(content / smallest) / std::log(largest / smallest)
                                                           : content / largest;
  const auto step = static_cast<std::size_t>(std::clamp(std::ceil(part * (shades.size() - 1)), 1.0, 4.0));
  return shades.at(step);
}

}  // namespace

std::string draw_map(const GridAxis& x, const GridAxis& y, std::span<const double> cells, const ChartOptions& options,
                     const Terminal& terminal) {
  const std::size_t merged_x = (x.bins + columns_of(options) - 1) / columns_of(options);
  const std::size_t most_rows = std::max<std::size_t>(options.height, 1);
  const std::size_t merged_y = (y.bins + most_rows - 1) / most_rows;
  const std::size_t repeated = std::max<std::size_t>(columns_of(options) / x.bins, 1);
  const std::size_t columns = (x.bins + merged_x - 1) / merged_x;
  const std::size_t rows = (y.bins + merged_y - 1) / merged_y;
  std::vector<double> sums(columns * rows);
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    sums[cell / x.bins / merged_y * columns + cell % x.bins / merged_x] += cells[cell];
  double largest = 0;
  double smallest = 0;
  for (const double sum : sums) {
    largest = std::max(largest, sum);
    if (sum > 0 && (smallest == 0 || sum < smallest)) smallest = sum;
  }
  Grid grid(columns * repeated, rows);
  for (std::size_t column = 0; column < columns * repeated; ++column)
    for (std::size_t row = 0; row < rows; ++row)
      grid.at(column, row) =
          shade_of(sums[row * columns + column / repeated], smallest, largest, options.is_logarithmic);
  const auto end = [](const GridAxis& axis, std::size_t merged, std::size_t shown) {
    return axis.low + (axis.high - axis.low) / static_cast<double>(axis.bins) * static_cast<double>(merged * shown);
  };
  const GridAxis shown{columns, x.low, end(x, merged_x, columns)};
  return grid.text(y.low, end(y, merged_y, rows), terminal) + below(shown, columns * repeated, options, terminal);
}

std::string draw_points(const GridAxis& x, std::span<const double> heights, std::span<const double> errors,
                        const ChartOptions& options, const Terminal& terminal) {
  double low = 0;
  double high = 0;
  bool has_any = false;
  for (std::size_t bin = 0; bin < heights.size(); ++bin) {
    if (errors[bin] < 0 || !std::isfinite(heights[bin])) continue;
    low = has_any ? std::min(low, heights[bin] - errors[bin]) : heights[bin] - errors[bin];
    high = has_any ? std::max(high, heights[bin] + errors[bin]) : heights[bin] + errors[bin];
    has_any = true;
  }
  if (!(low < high)) low -= 1, high += 1;
  const std::size_t columns = columns_of(options);
  const std::size_t rows = std::max<std::size_t>(options.height, 1);
  const auto row_of = [&](double height) {
    const double place = (height - low) / (high - low) * static_cast<double>(rows);
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(rows - 1)));
  };
  Grid grid(columns, rows);
  for (std::size_t bin = 0; bin < heights.size(); ++bin) {
    if (errors[bin] < 0 || !std::isfinite(heights[bin])) continue;
    const std::size_t column = (2 * bin + 1) * columns / (2 * heights.size());
    for (std::size_t row = row_of(heights[bin] - errors[bin]); row <= row_of(heights[bin] + errors[bin]); ++row)
      if (grid.at(column, row) == " ") grid.at(column, row) = "│";
    grid.at(column, row_of(heights[bin])) = "●";
  }
  return grid.text(low, high, terminal) + below(x, columns, options, terminal);
}

}  // namespace ramet::cli
